/** The filters of the records page: in the address, in the request, in days of the reader's own calendar; pure. */
import type { PostingRecord, RequestOf } from '@fairlead/contract';
import { type Account, readAccount } from '../model.ts';

export const KINDS = [
  'deposit',
  'faucet',
  'withdrawal',
  'transfer',
  'trade',
  'correction',
] as const satisfies readonly PostingRecord['kind'][];
export type Kind = (typeof KINDS)[number];

export interface RecordFilter {
  readonly account: Account | undefined;
  readonly currencyId: number | undefined;
  readonly kind: Kind | undefined;
  /** First and last day, "2026-11-21", both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const NO_FILTER: RecordFilter = {
  account: undefined,
  currencyId: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
};

/** Midnight of a day in the reader's zone; undefined for what is no day. */
export function dayStart(text: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
}

export function dayText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const readDay = (text: string | null): string | undefined =>
  text !== null && dayStart(text) !== undefined ? text : undefined;

/** From the address; what is not understood does not filter. */
export function readFilter(query: URLSearchParams): RecordFilter {
  const currencyId = Number(query.get('currency_id'));
  const kind = query.get('kind');
  return {
    account: readAccount(query.get('account')),
    currencyId: Number.isSafeInteger(currencyId) && currencyId > 0 ? currencyId : undefined,
    kind: KINDS.find((one) => one === kind),
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
  };
}

/** Back into the address: "" or "?account=coin&…". */
export function filterSearch(filter: RecordFilter): string {
  const query = new URLSearchParams();
  if (filter.account !== undefined) query.set('account', filter.account);
  if (filter.currencyId !== undefined) query.set('currency_id', String(filter.currencyId));
  if (filter.kind !== undefined) query.set('kind', filter.kind);
  if (filter.from !== undefined) query.set('from', filter.from);
  if (filter.to !== undefined) query.set('to', filter.to);
  return query.size === 0 ? '' : `?${query}`;
}

export const isFiltered = (filter: RecordFilter): boolean => filterSearch(filter) !== '';

type RecordRequest = Omit<RequestOf<'records'>, 'page' | 'limit'>;

/** Days become the first and the last millisecond of them. */
export function filterRequest(filter: RecordFilter): RecordRequest {
  const { account, currencyId, kind } = filter;
  const first = filter.from === undefined ? undefined : dayStart(filter.from);
  const last = filter.to === undefined ? undefined : dayStart(filter.to);
  const after = last && new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  return {
    ...(account !== undefined && { account }),
    ...(currencyId !== undefined && { currency_id: currencyId }),
    ...(kind !== undefined && { kind }),
    ...(first !== undefined && { from: first.getTime() }),
    ...(after !== undefined && { to: after.getTime() - 1 }),
  };
}

export const isWrongOrder = (from: string | undefined, to: string | undefined): boolean =>
  from !== undefined && to !== undefined && from > to;

export const SPANS = [
  { label: 'today', days: 1 },
  { label: 'week', days: 7 },
  { label: 'month', days: 30 },
  { label: 'quarter', days: 90 },
] as const;

/** The last so many days, today included. */
export function lastDays(days: number, now: Date): { readonly from: string; readonly to: string } {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
  return { from: dayText(first), to: dayText(now) };
}

export interface RecordDay {
  /** Of its first record, for the heading. */
  readonly atMs: number;
  readonly records: readonly PostingRecord[];
}

/** Records, newest first, under the days they belong to. */
export function byDay(records: readonly PostingRecord[]): readonly RecordDay[] {
  const days: { key: string; atMs: number; records: PostingRecord[] }[] = [];
  for (const record of records) {
    const key = dayText(new Date(record.time));
    const last = days.at(-1);
    if (last?.key === key) last.records.push(record);
    else days.push({ key, atMs: record.time, records: [record] });
  }
  return days;
}
