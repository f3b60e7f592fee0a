/** Where withdrawals stand, as tabs, as requests and as counts. */
import type { OperatorWithdrawal, RequestOf } from '@fairlead/contract';
import { formatDecimal, HOUR_MS, parseDecimal } from '@fairlead/units';
import type { Counts } from '../../data/use-config.ts';

type Request = Pick<RequestOf<'operatorWithdrawals'>, 'status' | 'send_state'>;

export const TABS = {
  under_review: { status: 'under_review' },
  to_send: { status: 'passed', send_state: 'idle' },
  signed: { status: 'passed', send_state: 'signed' },
  unknown: { status: 'passed', send_state: 'unknown' },
  failed: { status: 'passed', send_state: 'failed' },
  sent: { status: 'passed', send_state: 'sent' },
  rejected: { status: 'rejected' },
} as const satisfies Record<string, Request>;

export type Tab = keyof typeof TABS;
export const TAB_NAMES = Object.keys(TABS) as readonly Tab[];

/** Where it stands; what was given back was rejected in the end. */
export function tabOf({
  status,
  send_state: state,
}: Pick<OperatorWithdrawal, 'status' | 'send_state'>): Tab {
  if (status !== 'passed') return status;
  return state === 'idle' || state === 'refunded' ? 'to_send' : state;
}

/** What waits in a tab; undefined where nothing is counted. */
export function countOf(tab: Tab, counts: Counts | undefined): number | undefined {
  switch (tab) {
    case 'under_review':
      return counts?.withdrawals;
    case 'to_send':
      return counts?.to_send;
    case 'unknown':
      return counts?.unknown_sends;
    default:
      return undefined;
  }
}

/** The console alarms when less than this is left of twelve hours. */
const LATE_MS = 2 * HOUR_MS;

export type Urgency = 'calm' | 'late' | 'overdue';

/** From ten hours on late, from twelve on overdue. */
export function urgencyOf(
  { due_at, status }: Pick<OperatorWithdrawal, 'due_at' | 'status'>,
  now: number,
): Urgency {
  if (status !== 'under_review') return 'calm';
  const leftMs = due_at - now;
  if (leftMs <= 0) return 'overdue';
  return leftMs <= LATE_MS ? 'late' : 'calm';
}

/** Of `value`: millionths of a USDT. */
const VALUE_SCALE = 6;

/** What the listed withdrawals are worth together, in USDT; undefined when one cannot be read. */
export function sumOfValues(
  rows: readonly Pick<OperatorWithdrawal, 'value'>[],
): string | undefined {
  let sum = 0n;
  for (const { value } of rows) {
    const minor = parseDecimal(value, VALUE_SCALE);
    if (minor === undefined) return undefined;
    sum += minor;
  }
  return formatDecimal(sum, VALUE_SCALE);
}
