import type { RequestOf } from '@fairlead/contract';
import { readDay } from '../../lists/use-filters.ts';
import { exportTexts as t } from './texts.ts';

export type TableName = RequestOf<'exportRows'>['what'];

/** In the order they are offered; a test holds them equal to the contract's. */
export const TABLES = Object.keys(t.tables) as readonly TableName[];

/** Those whose rows are under review, passed or rejected. */
const WITH_STATUS: ReadonlySet<TableName> = new Set(['deposits', 'withdrawals', 'verifications']);
export const hasStatus = (what: TableName): boolean => WITH_STATUS.has(what);
export const hasDates = (what: TableName): boolean => what !== 'balance_sheet';

/** What the server writes at most. */
export const ROWS_MAX = 10_000;

export interface ExportForm {
  readonly what: TableName;
  /** Days as their fields have them. */
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

export const isReversed = ({ what, from, to }: ExportForm): boolean =>
  hasDates(what) && from !== '' && to !== '' && to < from;

/** Only what the table takes is sent. */
export function requestOf({ what, from, to, status }: ExportForm): RequestOf<'exportRows'> {
  const fromMs = hasDates(what) ? readDay(from, 'first') : undefined;
  const toMs = hasDates(what) ? readDay(to, 'last') : undefined;
  return {
    what,
    ...(fromMs !== undefined && { from: fromMs }),
    ...(toMs !== undefined && { to: toMs }),
    ...(hasStatus(what) && status !== '' && { status }),
  };
}
