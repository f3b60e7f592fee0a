import { useApi } from '@fairlead/calls';
import { ownTimeZone } from '../../data/time-zone.ts';
import type { Range } from './model.ts';

const FRESH_MS = 30_000;
const REFETCH_MS = 60_000;
const DAYS = { '7': 7, '30': 30, '90': 90, '365': 365 } as const;

/** Days of the reader's calendar, today last. */
export const usePortfolio = (range: Range) =>
  useApi(
    'portfolio',
    { days: DAYS[range], time_zone: ownTimeZone() },
    { freshForMs: FRESH_MS, pollMs: REFETCH_MS, keepPrevious: true },
  );
