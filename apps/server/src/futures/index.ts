/** What other capabilities may use of futures. */
export { holdingPositions, type OpenSum, openPositionSums, readFuturesTerms } from './queries.ts';
export { POSITION_COLUMNS, type PositionRecord, toPosition } from './record.ts';
export { closedAt, derivativeIndex, type HoldingSums, holdingSums } from './views.ts';
