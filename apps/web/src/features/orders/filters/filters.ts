/** What the page of orders is narrowed by: in the address, in the calls of its lists, and in its file. Pure. */
import type { RequestOf } from '@fairlead/contract';
import { DATE, DAYS_MAX, dateMs, dayText } from '../../../data/days.ts';

const SIDES = ['buy', 'sell'] as const;
const TYPES = ['limit', 'market'] as const;
const TRIGGERS = ['stop', 'take_profit', 'trailing_stop'] as const;

export interface OrderFilters {
  readonly symbol?: string;
  readonly side?: (typeof SIDES)[number];
  readonly type?: (typeof TYPES)[number];
  /** Of what waits for a price. */
  readonly trigger?: (typeof TRIGGERS)[number];
  /** Days of the reader's own calendar on which it was placed, both included. */
  readonly from?: string;
  readonly to?: string;
}

export const KINDS = { orders: TYPES, triggers: TRIGGERS } as const;

const oneOf = <Word extends string>(words: readonly Word[], text: string | null) =>
  words.find((word) => word === text);

/** From the address; what it says of no meaning is left out. */
export function readFilters(search: URLSearchParams): OrderFilters {
  const symbol = search.get('symbol') ?? undefined;
  const side = oneOf(SIDES, search.get('side'));
  const type = oneOf(TYPES, search.get('kind'));
  const trigger = oneOf(TRIGGERS, search.get('kind'));
  const day = (name: string) => {
    const text = search.get(name);
    return text !== null && DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const [from, to] = [day('from'), day('to')];
  const isBackward = from !== undefined && to !== undefined && to < from;
  return {
    ...(symbol !== undefined && { symbol }),
    ...(side !== undefined && { side }),
    ...(type !== undefined && { type }),
    ...(trigger !== undefined && { trigger }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && !isBackward && { to }),
  };
}

/** The address of them. */
export function filterQuery(filters: OrderFilters): Readonly<Record<string, string>> {
  const { type, trigger, ...rest } = filters;
  const kind = type ?? trigger;
  return { ...rest, ...(kind !== undefined && { kind }) };
}

/** How many narrow the list beside the pair. */
export const countOf = ({ symbol: _, from, to, ...others }: OrderFilters): number =>
  Object.keys(others).length + (from === undefined && to === undefined ? 0 : 1);

/** What a list is asked with. A kind that it does not have narrows nothing of it. */
export function listRequest(
  { type, trigger, from, to, ...same }: OrderFilters,
  list: keyof typeof KINDS,
): Pick<RequestOf<'triggers'>, 'symbol' | 'side' | 'type' | 'trigger' | 'from' | 'to'> {
  return {
    ...same,
    ...(list === 'orders' && type !== undefined && { type }),
    ...(list === 'triggers' && trigger !== undefined && { trigger }),
    ...(from !== undefined && { from: dateMs(from) }),
    ...(to !== undefined && { to: dateMs(nextDay(to)) - 1 }),
  };
}

/** A day has 23 to 25 hours where clocks change. */
function nextDay(day: string): string {
  const date = new Date(dateMs(day));
  return dayText(new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1));
}

/** The days of the file: as they are narrowed to, and a year where they are open. */
export function exportDays(
  { from, to }: Pick<OrderFilters, 'from' | 'to'>,
  now: Date,
): { readonly from: string; readonly to: string } {
  const last = to ?? dayText(now);
  const first = new Date(dateMs(last));
  first.setDate(first.getDate() - (DAYS_MAX - 1));
  const earliest = dayText(first);
  return { from: from === undefined || from < earliest ? earliest : from, to: last };
}

/** What of them the file is narrowed by, beside its days. */
export function exportNarrowed(
  filters: OrderFilters,
  status: RequestOf<'orders'>['status'] | 'triggers',
): Pick<RequestOf<'exportOwn'>, 'symbol' | 'side' | 'type' | 'trigger' | 'status'> {
  const {
    from: _,
    to: __,
    ...same
  } = listRequest(filters, status === 'triggers' ? 'triggers' : 'orders');
  return status === undefined || status === 'triggers' ? same : { ...same, status };
}
