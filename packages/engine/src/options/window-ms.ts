import { windowSeconds } from '@fairlead/formula';

/** The window of a delivery time, in ms. */
export const windowMsOf = (seconds: number): number => windowSeconds(seconds) * 1_000;
