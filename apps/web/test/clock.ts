import { vi } from 'vitest';

/**
 * Stops the clock of the day where it is, timers go on: an index that is new stays new however long a test takes. One
 * of a time to come would be none of now. render.tsx starts the clock again after each test.
 */
export const stopClock = (): void => void vi.useFakeTimers({ toFake: ['Date'] });

/** An answer that comes later than those before it. */
export const passMs = (ms: number): void => void vi.advanceTimersByTime(ms);
