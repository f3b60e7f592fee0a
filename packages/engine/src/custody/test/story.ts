/** Drawn deposits and withdrawals, with the refusals that come by the tables before the engine is asked. */
import { type Command, type Result, type Stamp, USER_ACCOUNTS } from '@fairlead/engine';
import { NaiveCustody, RandomCustody } from '@fairlead/testkit';
import { expect } from 'vitest';
import { type Plant, Story } from '../../../test/kit/story.ts';

export class CustodyStory extends Story<NaiveCustody> {
  constructor(seed: number, plant?: Plant) {
    const commands = new RandomCustody(seed, (id) => this.tables.custody.deposit(id), {
      asksOrigin: true,
    });
    super({ naive: new NaiveCustody(), commands, seed, plant });
  }

  override compare(): void {
    const { naive, engine } = this;
    this.compareBalances({
      currencies: naive.currencies,
      owners: naive.owners,
      house: ['external', 'fees', 'capital', 'suspense', 'withdrawals_in_transit'],
      user: USER_ACCOUNTS,
      total: (key) => naive.total(key),
      frozen: ({ owner, account, currencyId }) => {
        if (account === 'suspense') return naive.suspended(currencyId);
        return account === 'coin' ? naive.held(owner, currencyId) : 0n;
      },
    });
    for (const currencyId of naive.currencies) {
      expect(engine.houseBalance('withdrawals_in_transit', currencyId).total).toBe(
        naive.inTransit(currencyId),
      );
    }
    for (const owner of naive.owners) {
      expect(engine.isFrozen(owner)).toBe(naive.frozen.has(owner));
      expect(engine.withdrawalHold(owner)).toBe(naive.stopped.get(owner));
    }
  }

  /** Withdrawals and deposits. */
  override compareRows(): void {
    const withdrawals = this.tables.custody.withdrawals().map((row) => {
      const { withdrawalId, status, sendState, txId, approvals, amount, fee } = row;
      return { withdrawalId, status, sendState, txId, approvals: approvals.length, amount, fee };
    });
    expect(withdrawals).toEqual(
      this.naive.withdrawals.map(({ id, request, status, sendState, txId, approvals }) => {
        const { amount, fee } = request;
        const count = approvals.length;
        return { withdrawalId: id, status, sendState, txId, approvals: count, amount, fee };
      }),
    );
    const deposits = this.tables.custody.deposits().map((row) => {
      const { depositId, status, reason, isSuspended, receivable } = row;
      const isOrphaned = reason === 'orphaned';
      return { depositId, status: isOrphaned ? 'orphaned' : status, isSuspended, receivable };
    });
    expect(deposits).toEqual(
      this.naive.deposits.map(({ id, status, isSuspended, receivable }) => {
        return { depositId: id, status, isSuspended, receivable };
      }),
    );
  }

  protected override answer(command: Command, stamp: Stamp, expected: string): Result | undefined {
    let refusal = this.tables.refusalOf(command);
    // An output that was dropped in this batch is free for those who wait for its commit.
    if (refusal !== undefined && expected === 'ok' && command.kind === 'open_deposit') {
      this.commit();
      refusal = this.tables.refusalOf(command);
    }
    if (refusal === undefined) {
      const result = super.answer(command, stamp, expected);
      if (result?.ok === false) this.count(result.reject);
      return result;
    }
    // It comes first, so the oracle may have another reason; but it must have one.
    this.tell(command, { outcome: refusal, expected: expected === 'ok' ? 'ok' : refusal });
    // A refusal by the tables takes a place in this story, which the engine must know of.
    this.engine.execute({ kind: 'open_account', owner: 21 }, stamp);
    return undefined;
  }
}
