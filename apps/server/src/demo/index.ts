/** What other capabilities may use of the demo and the first start. */
export { refuseMode, refuseOtherMode } from './first-start.ts';
export { askKept, KEPT_REQUEST, type Kept, readKept } from './kept.ts';
