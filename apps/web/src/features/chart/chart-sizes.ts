/** Heights in pixels, as drawn; the page needs them before the chart library is there. */
export const MAIN_HEIGHT = 255;
export const SUB_HEIGHT = 56;
export const AXIS_HEIGHT = 24;
