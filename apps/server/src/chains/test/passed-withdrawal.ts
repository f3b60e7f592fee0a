/** A withdrawal as a user asks for it and operators pass it, for tests of signers. */
import type { Currency, WithdrawalRow } from '@fairlead/engine';
import { LONE } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import type { TestServer } from '../../../test/support/fixture.ts';
import { intentHash, withdrawalIntent } from '../../custody/withdrawals/intent.ts';
import { withdrawalToChain } from '../../custody/withdrawals/signer-queries.ts';

export interface Asked {
  readonly address: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly chain: string;
  readonly operators: readonly number[];
  readonly approvalsNeeded: 1 | 2;
}

/** Fee: a tenth of a whole unit. */
export async function passWithdrawal(server: TestServer, asked: Asked): Promise<WithdrawalRow> {
  const { address, amount, currency, chain, operators, approvalsNeeded } = asked;
  const { userId } = await server.register();
  await server.fund(userId, currency.currencyId, amount);
  const result = await server.sequencer.run({
    kind: 'request_withdrawal',
    owner: userId,
    currencyId: currency.currencyId,
    amount: amountMinor(amount),
    fee: amountMinor(10n ** BigInt(currency.scale - 1)),
    minimum: amountMinor(1n),
    destination: { kind: 'crypto', addressId: 1, chain, address },
    approvalsNeeded,
    valueMinor: amountMinor(1n),
    dailyValueMax: amountMinor(10n ** 12n),
    dailyCountMax: 3,
  });
  if (!result.ok || result.value.kind !== 'withdrawal') throw new Error('not asked for');
  const { withdrawal } = result.value;
  for (const operatorId of operators)
    await server.run({
      kind: 'decide_withdrawal',
      withdrawalId: withdrawal.withdrawalId,
      operatorId,
      intentHash: intentHash(withdrawalIntent(withdrawal, currency)),
      decision: 'passed',
      lone: LONE,
    });
  return rowOf(server, withdrawal.withdrawalId);
}

export async function rowOf(server: TestServer, withdrawalId: number): Promise<WithdrawalRow> {
  const row = await withdrawalToChain(server.context.database, withdrawalId);
  if (row === undefined) throw new Error(`there is no withdrawal ${withdrawalId}`);
  return row;
}
