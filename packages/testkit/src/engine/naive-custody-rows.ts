/** What the naive custody keeps, and the steps that a withdrawal may take. */
import type { Command, Reject, SendState } from '@fairlead/engine';

export type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
export type Outcome = Reject | 'ok';

export interface NaiveWithdrawal {
  readonly request: Of<'request_withdrawal'>;
  readonly id: number;
  readonly day: number;
  status: 'under_review' | 'passed' | 'rejected';
  sendState: SendState;
  txId: string | undefined;
  approvals: { operatorId: number; intentHash: string }[];
}

export interface NaiveDeposit {
  readonly opening: Of<'open_deposit'>;
  readonly id: number;
  status: 'under_review' | 'passed' | 'rejected' | 'orphaned';
  isSuspended: boolean;
  isHeld: boolean;
  credited: bigint;
  receivable: bigint;
  approvals: { operatorId: number; credited: bigint; reference: string }[];
}

export interface NaiveWord {
  readonly kind: string;
  readonly by: number;
  readonly owner: number;
  readonly value: bigint;
  readonly timeMs: number;
}

/** "from>to", as a state machine is drawn on paper. */
export const STEPS = new Set([
  'idle>signed',
  'idle>sent',
  'idle>refunded',
  'signed>sent',
  'signed>unknown',
  'signed>failed',
  'unknown>sent',
  'unknown>failed',
  'failed>idle',
  'failed>refunded',
]);

export function pass(deposit: NaiveDeposit, credited: bigint): void {
  deposit.status = 'passed';
  deposit.isSuspended = false;
  deposit.isHeld = false;
  deposit.credited = credited;
}

export const outputOf = ({ chain, txId, outputIndex }: Of<'open_deposit'>): string =>
  `${chain} ${txId} ${outputIndex}`;

/** Whether what is on its way takes another name from whoever names the one it has. */
export const isRenamed = (
  { sendState, txId: known }: NaiveWithdrawal,
  to: SendState,
  [txId, replaces]: readonly (string | undefined)[],
): boolean =>
  ['signed>signed', 'signed>unknown', 'unknown>unknown'].includes(`${sendState}>${to}`) &&
  known !== undefined &&
  replaces === known &&
  txId !== known;

export function sum<Item>(items: readonly Item[], pick: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + pick(item), 0n);
}

/** What withdrawals under review and held deposits hold of an owner's coin account. */
export function heldOf(
  of: {
    readonly withdrawals: readonly NaiveWithdrawal[];
    readonly deposits: readonly NaiveDeposit[];
  },
  { owner, currencyId }: { readonly owner: number; readonly currencyId: number },
): bigint {
  const isOwn = (each: { readonly owner: number; readonly currencyId: number }) =>
    each.owner === owner && each.currencyId === currencyId;
  const asked = of.withdrawals.filter(
    ({ status, request }) => status === 'under_review' && isOwn(request),
  );
  const came = of.deposits.filter(({ isHeld, opening }) => isHeld && isOwn(opening));
  return sum(asked, ({ request }) => request.amount) + sum(came, ({ opening }) => opening.amount);
}

/** What of the suspense account belongs to suspended deposits. */
export const suspendedOf = (deposits: readonly NaiveDeposit[], currencyId: number): bigint =>
  sum(
    deposits.filter(
      (each) => each.isSuspended && !each.isHeld && each.opening.currencyId === currencyId,
    ),
    ({ opening }) => opening.amount,
  );

/** What is debited and neither sent nor refunded. */
export const inTransitOf = (withdrawals: readonly NaiveWithdrawal[], currencyId: number): bigint =>
  sum(
    withdrawals.filter(
      ({ status, sendState, request }) =>
        status === 'passed' && sendState !== 'sent' && request.currencyId === currencyId,
    ),
    ({ request }) => request.amount - request.fee,
  );
