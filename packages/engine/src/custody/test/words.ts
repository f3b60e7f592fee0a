/** Short words for stories of deposits and withdrawals. Amounts are small, to follow by hand. */
import type {
  DepositRow,
  MarkWithdrawal,
  OpenDeposit,
  RequestWithdrawal,
  SendState,
  WithdrawalRow,
} from '@fairlead/engine';
import { depositOf, LONE, TestExchange, USDT, withdrawalOf } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';

export const ADA = 1;
export const BOB = 2;

/** ADA has 1,000 USDT minor units, BOB nothing. */
export function funded(): TestExchange {
  const exchange = TestExchange.withMarket(ADA, BOB);
  exchange.fund(ADA, USDT.currencyId, 1_000n);
  return exchange;
}

export const request = (change: Partial<RequestWithdrawal> = {}): RequestWithdrawal => ({
  kind: 'request_withdrawal',
  owner: ADA,
  currencyId: USDT.currencyId,
  amount: amountMinor(100n),
  fee: amountMinor(3n),
  minimum: amountMinor(10n),
  destination: { kind: 'crypto', addressId: 5, chain: 'TRC20', address: 'T1' },
  approvalsNeeded: 1,
  valueMinor: amountMinor(100n),
  dailyValueMax: amountMinor(100_000n),
  dailyCountMax: 3,
  ...change,
});

export const decide = (
  withdrawalId: number,
  operatorId = 1,
  decision: 'passed' | 'rejected' = 'passed',
) =>
  ({
    kind: 'decide_withdrawal',
    withdrawalId,
    operatorId,
    intentHash: 'hash',
    decision,
    lone: LONE,
  }) as const;

export const mark = (withdrawalId: number, to: SendState, txId?: string): MarkWithdrawal => ({
  kind: 'mark_withdrawal',
  withdrawalId,
  to,
  ...(txId === undefined ? {} : { txId }),
  ...(to === 'failed' ? { reason: 'reverted' } : {}),
});

/** [total, frozen] of ADA's coin account. */
export function ada(exchange: TestExchange): [bigint, bigint] {
  const { total, frozen } = exchange.engine.balance(ADA, 'coin', USDT.currencyId);
  return [total, frozen];
}

export function house(exchange: TestExchange): {
  fees: bigint;
  inTransit: bigint;
  suspense: bigint;
} {
  const total = (account: 'fees' | 'withdrawals_in_transit' | 'suspense'): bigint =>
    exchange.engine.houseBalance(account, USDT.currencyId).total;
  return {
    fees: total('fees'),
    inTransit: total('withdrawals_in_transit'),
    suspense: total('suspense'),
  };
}

export function asked(
  exchange: TestExchange,
  change: Partial<RequestWithdrawal> = {},
): WithdrawalRow {
  return withdrawalOf(exchange.run(request(change)));
}

export function passed(exchange: TestExchange, change: Partial<RequestWithdrawal> = {}): number {
  const { withdrawalId } = asked(exchange, change);
  exchange.run(decide(withdrawalId));
  return withdrawalId;
}

/** The postings of the running batch by reference, as "account amount". */
export function postings(exchange: TestExchange): Record<string, string[]> {
  const { entries, postings: rows } = exchange.engine.takeChanges();
  return Object.fromEntries(
    entries.map(({ entryId, reference }) => [
      reference,
      rows.filter((row) => row.entryId === entryId).map((row) => `${row.account} ${row.amount}`),
    ]),
  );
}

export const seen = (
  amount: bigint,
  txId: string,
  change: Partial<OpenDeposit> = {},
): OpenDeposit => ({
  kind: 'open_deposit',
  owner: ADA,
  depositKind: 'chain',
  currencyId: USDT.currencyId,
  chain: 'ERC20',
  txId,
  outputIndex: 0,
  amount: amountMinor(amount),
  openMax: 0,
  ...change,
});

export function opened(exchange: TestExchange, command: OpenDeposit): number {
  return depositOf(exchange.run(command)).depositId;
}

export function credited(exchange: TestExchange, command: OpenDeposit, minimum = 0n): DepositRow {
  const depositId = opened(exchange, command);
  const reference = `${command.chain}:${command.txId}:${command.outputIndex}`;
  const credit = { depositId, reference, minimum: amountMinor(minimum) };
  return depositOf(exchange.run({ kind: 'credit_deposit', ...credit }));
}
