/** What a chart keeps free, and how wide it draws; pixels. */

export const MIN_AXIS_PX = 60;
/** Of the label of the last price, both sides. */
export const LABEL_PADDING_PX = 11;
/** Width of a candle with its gap, and of a point of the time-share line. */
export const CANDLE_PX = 5.2;
export const POINT_PX = 1.1;
/** Between the last candle and the prices. */
export const RIGHT_GAP_PX = 8;
export const MAX_RIGHT_GAP_PX = 120;
