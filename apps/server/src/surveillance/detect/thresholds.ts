/**
 * From where on something is a finding. They are published (docs/internals/surveillance.md): who stays below them is not found, and
 * does so little that the rest of the market outweighs it. Shares are in hundredths of a percent.
 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@fairlead/units';

export const WASH = {
  /** Trades among accounts of one group in the window. Of one account with itself there is none to begin with. */
  tradesMin: 4,
  /** What the accounts' positions changed by, of what they traded with each other: at most. */
  netShareMaxBps: 1_000,
  /** What they traded with each other, of all that they traded: at least. Two strangers behind one address meet by chance. */
  mutualShareMinBps: 2_500,
} as const;

export const LAYERING = {
  /** An order of a layer came at most so long before the fill on the other side, */
  beforeMs: 2 * MINUTE_MS,
  /** and was taken back at most so long after it, */
  takenBackMs: 30 * SECOND_MS,
  /** from at most so far away from the fill's price. */
  distanceMaxBps: 500,
  /** The layer is so many times what its owner had on the other side since it began, within the next distance: at least. */
  timesMin: 4,
  nearBps: 100,
  /** The layer, of all that waited on its side within 1 % (with it): at least, where that is known. */
  depthShareMinBps: 3_000,
  /** A sample of the depth is of use for so long. */
  depthAgeMaxMs: MINUTE_MS,
  /** Of the layer there waits again, so long after it was taken back, at most so much: who quotes anew is no layerer. */
  againMs: 5 * SECOND_MS,
  againShareMaxBps: 2_500,
} as const;

export const RAMPING = {
  /** A series is of one account's own doing (it takes), within this time, */
  seriesMs: 5 * MINUTE_MS,
  /** by so many orders: at least. */
  ordersMin: 4,
  /** It moved the price from the last one before it by at least so much, */
  moveMinBps: 100,
  /** and was so much of all that was taken meanwhile: at least. */
  takerShareMinBps: 5_000,
  /** Within this time after its last trade its owner traded so much of it the other way: at least. */
  backMs: 15 * MINUTE_MS,
  backShareMinBps: 5_000,
} as const;

export const MARKING = {
  seriesMs: MINUTE_MS,
  ordersMin: 2,
  moveMinBps: 50,
  takerShareMinBps: 5_000,
  /** An option of its owner on this market is delivered at most so long after its last trade. */
  deliveryMs: 30 * SECOND_MS,
} as const;

/** What is stamped in a window is there for all to read so long after it; the next window no longer looks for it. */
const COMMITTED_MS = 10 * SECOND_MS;

/** What a window of each rule is, and what it looks at before and after it. */
export const WINDOWS = {
  wash_trade: { windowMs: HOUR_MS, beforeMs: 0, afterMs: COMMITTED_MS },
  layering: {
    windowMs: 10 * MINUTE_MS,
    beforeMs: LAYERING.beforeMs,
    afterMs: LAYERING.takenBackMs + LAYERING.againMs,
  },
  ramping: {
    windowMs: 10 * MINUTE_MS,
    beforeMs: MINUTE_MS,
    afterMs: RAMPING.seriesMs + RAMPING.backMs,
  },
  marking: {
    windowMs: 10 * MINUTE_MS,
    beforeMs: MINUTE_MS,
    afterMs: MARKING.seriesMs + MARKING.deliveryMs,
  },
} as const;
