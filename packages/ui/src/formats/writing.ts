/** Whether lines of the page run from right to left, as in Arabic and Hebrew. */
export const isRightToLeft = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dir === 'rtl';
