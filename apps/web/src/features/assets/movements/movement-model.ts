/** What happened to a deposit or a withdrawal, and what is still to come; pure. */
import type { DepositRecord, WithdrawalRecord } from '@fairlead/contract';
import type { AppMessages } from '../../../i18n/messages.ts';

export type StepState = 'done' | 'now' | 'later' | 'bad';

export interface Step<Name extends string> {
  readonly name: Name;
  readonly state: StepState;
  /** When it happened, ms; absent while it has not. */
  readonly atMs?: number;
}

type DepositStep = keyof AppMessages['custody']['deposited'];
type WithdrawalStep = keyof AppMessages['custody']['withdrawn'];

/** Seen by a watcher and not yet buried deep enough. */
export const isConfirming = ({
  kind,
  status,
  confirmations,
  confirmations_needed: needed,
}: DepositRecord): boolean =>
  kind === 'chain' &&
  status === 'under_review' &&
  confirmations !== undefined &&
  needed !== undefined &&
  confirmations < needed;

/** Passed and out of the house: only then there is a transaction or a transfer. */
export const isSent = ({ status, timeline }: WithdrawalRecord): boolean =>
  status === 'passed' && timeline.some(({ state }) => state === 'sent');

/** The one reason that stays a word on the wire: its owner took it back. */
const CANCELLED = 'cancelled_by_user';

export const wasCancelled = ({ status, reason }: WithdrawalRecord): boolean =>
  status === 'rejected' && reason === CANCELLED;

/** Beads are drawn for so many at most; deeper networks are shown in parts. */
const BEADS_MAX = 12;

/** How many beads are filled, of how many; a bead fills only once all it stands for is there. */
export function beadsOf(done: number, needed: number): { done: number; total: number } {
  const total = Math.max(1, Math.min(needed, BEADS_MAX));
  return {
    done: Math.min(total, Math.floor((Math.max(0, done) * total) / Math.max(1, needed))),
    total,
  };
}

export function depositSteps(record: DepositRecord): readonly Step<DepositStep>[] {
  const isChain = record.kind === 'chain';
  const first = { name: isChain ? 'seen' : 'claimed', state: 'done', atMs: record.time } as const;
  const middle = isChain && isConfirming(record) ? 'confirming' : 'review';
  const decided = record.decided_at === undefined ? {} : { atMs: record.decided_at };
  switch (record.status) {
    case 'under_review':
      return [first, { name: middle, state: 'now' }, { name: 'credited', state: 'later' }];
    case 'passed':
      return [first, { name: 'credited', state: 'done', ...decided }];
    case 'rejected':
      return [first, { name: 'rejected', state: 'bad', ...decided }];
  }
}

const STATES = {
  requested: 'requested',
  approved: 'approved',
  passed: 'passed',
  sending: 'sending',
  sent: 'sent',
  rejected: 'rejected',
} as const satisfies Record<WithdrawalRecord['timeline'][number]['state'], WithdrawalStep>;

/** What the server says has happened, then what is awaited. The last thing that happened is done, not now. */
export function withdrawalSteps(record: WithdrawalRecord): readonly Step<WithdrawalStep>[] {
  const happened = record.timeline.map(({ state, time }): Step<WithdrawalStep> => {
    // What its owner took back ended well.
    if (state === 'rejected' && wasCancelled(record))
      return { name: 'cancelled', state: 'done', atMs: time };
    return { name: STATES[state], state: state === 'rejected' ? 'bad' : 'done', atMs: time };
  });
  if (record.status === 'rejected' || isSent(record)) return happened;
  if (record.status === 'under_review')
    return [...happened, { name: 'review', state: 'now' }, { name: 'sent', state: 'later' }];
  const [last, ...before] = [...happened].reverse();
  const current: readonly Step<WithdrawalStep>[] =
    last === undefined ? [] : [{ ...last, state: 'now' }];
  return [...before.reverse(), ...current, { name: 'sent', state: 'later' }];
}

export const MONEY_STATUSES = ['under_review', 'passed', 'rejected'] as const;
export const MONEY_TABS = ['all', 'deposits', 'withdrawals'] as const;
export type MoneyTab = (typeof MONEY_TABS)[number];

export const readTab = (text: string | null): MoneyTab =>
  MONEY_TABS.find((tab) => tab === text) ?? 'all';
export const readStatus = (text: string | null): DepositRecord['status'] | undefined =>
  MONEY_STATUSES.find((status) => status === text);

/** A record that the address names, to be opened at once. */
export function readRecordId(query: URLSearchParams): number | undefined {
  const id = Number(query.get('id'));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Tab and filters as they stand in the address. */
export function movementSearch(
  tab: Exclude<MoneyTab, 'all'>,
  filter: {
    readonly status: DepositRecord['status'] | undefined;
    readonly currencyId: number | undefined;
  },
): string {
  const query = new URLSearchParams({ tab });
  if (filter.status !== undefined) query.set('status', filter.status);
  if (filter.currencyId !== undefined) query.set('currency_id', String(filter.currencyId));
  return `?${query}`;
}
