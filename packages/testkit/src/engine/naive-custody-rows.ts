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

interface Records {
  readonly withdrawals: readonly NaiveWithdrawal[];
  readonly deposits: readonly NaiveDeposit[];
}

/** What withdrawals under review and held deposits hold of an owner's coin account. */
export function heldOf({ withdrawals, deposits }: Records, owner: number, currencyId: number) {
  const asked = sum(
    withdrawals.filter(
      ({ status, request }) =>
        status === 'under_review' && request.owner === owner && request.currencyId === currencyId,
    ),
    ({ request }) => request.amount,
  );
  const came = deposits.filter(
    ({ isHeld, opening }) => isHeld && opening.owner === owner && opening.currencyId === currencyId,
  );
  return asked + sum(came, ({ opening }) => opening.amount);
}

/** What was suspended before of the same owner, currency and chain. */
export function alikeOf(
  deposits: readonly NaiveDeposit[],
  { owner, currencyId, chain }: NaiveDeposit['opening'],
): NaiveDeposit[] {
  return deposits.filter(
    (each) =>
      each.isSuspended &&
      !each.isHeld &&
      each.opening.owner === owner &&
      each.opening.currencyId === currencyId &&
      each.opening.chain === chain,
  );
}

/** What of the suspense account belongs to suspended deposits. */
export function suspendedOf(deposits: readonly NaiveDeposit[], currencyId: number): bigint {
  return sum(
    deposits.filter(
      (each) => each.isSuspended && !each.isHeld && each.opening.currencyId === currencyId,
    ),
    ({ opening }) => opening.amount,
  );
}

export function sum<Item>(items: readonly Item[], pick: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + pick(item), 0n);
}
