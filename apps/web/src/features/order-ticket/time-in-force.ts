/** How long a limit order lives; that it may not take is `isPostOnly`. */
export const TIMES = ['gtc', 'day', 'week', 'month', 'ioc', 'fok'] as const;
export type TimeInForce = (typeof TIMES)[number];

/** When what waits ends by itself: never, or so many days after it was placed. */
export const EXPIRIES = ['gtc', 'day', 'week', 'month'] as const satisfies readonly TimeInForce[];
export type Expiry = (typeof EXPIRIES)[number];
export const expiryOf = (time: TimeInForce): Expiry =>
  EXPIRIES.find((expiry) => expiry === time) ?? 'gtc';

/** Those that wait in the book until a time, and for how many days from when they are placed. */
const GOOD_FOR_DAYS: Readonly<Partial<Record<TimeInForce, number>>> = {
  day: 1,
  week: 7,
  month: 30,
};
export const goodForDays = (time: TimeInForce): number | undefined => GOOD_FOR_DAYS[time];
export const mayWait = (time: TimeInForce): boolean => time !== 'ioc' && time !== 'fok';
