/** How long a limit order lives; that it may not take is `isPostOnly`. */
export const TIMES = ['gtc', 'day', 'week', 'month', 'ioc', 'fok'] as const;
export type TimeInForce = (typeof TIMES)[number];

/** Those that wait in the book until a time, and for how many days from when they are placed. */
const GOOD_FOR_DAYS: Readonly<Partial<Record<TimeInForce, number>>> = {
  day: 1,
  week: 7,
  month: 30,
};
export const goodForDays = (time: TimeInForce): number | undefined => GOOD_FOR_DAYS[time];
export const mayWait = (time: TimeInForce): boolean => time !== 'ioc' && time !== 'fok';
