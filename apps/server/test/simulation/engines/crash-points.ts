/** Where a process may die between receiving a request and publishing what came of it (I5). */
export const CRASH_POINTS = [
  'received',
  'reserved',
  'lookup',
  'executed',
  'sent',
  'committed',
  'answered',
  'delivered',
  'published',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];
