/**
 * Drawn deposits and withdrawals on the engine and on an oracle that keeps everything and counts everything anew.
 * Batches are of random size, and now and then the engine is put back from the tables, which must make
 * no difference.
 */
import { type Command, Engine, USER_ACCOUNTS } from '@fairlead/engine';
import { NaiveCustody, RandomCustody, Seeded } from '@fairlead/testkit';
import { expect } from 'vitest';
import { Tables } from './tables.ts';

const HOUSE_NAMES = ['external', 'fees', 'capital', 'suspense', 'withdrawals_in_transit'] as const;

export class CustodyStory {
  readonly naive = new NaiveCustody();
  readonly tables = new Tables();
  readonly outcomes = new Map<string, number>();
  engine = new Engine();
  readonly #random: Seeded;
  readonly #commands: RandomCustody;
  readonly #plant: (command: Command) => Command;
  #sequence = 0;

  /** `plant` changes what the oracle is told, to see that it is noticed. */
  constructor(seed: number, plant: (command: Command) => Command = (command) => command) {
    this.#plant = plant;
    this.#random = new Seeded(seed);
    this.#commands = new RandomCustody(seed, (depositId) =>
      this.tables.deposits().find((row) => row.depositId === depositId),
    );
  }

  step(): void {
    const { command, timeMs } = this.#commands.next();
    this.#sequence += 1;
    const stamp = { sequence: this.#sequence, timeMs };
    const expected = this.naive.execute(this.#plant(command), stamp);
    let refusal = this.tables.refusalOf(command);
    // An output that was dropped in this batch is free for those who wait for its commit.
    if (refusal !== undefined && expected === 'ok' && command.kind === 'open_deposit') {
      this.commit();
      refusal = this.tables.refusalOf(command);
    }
    if (refusal === undefined) {
      const result = this.engine.execute(command, stamp);
      this.#note(command, { outcome: result.ok ? 'ok' : result.reject, expected });
    } else {
      // It comes first, so the oracle may have another reason; but it must have one.
      this.#note(command, { outcome: refusal, expected: expected === 'ok' ? 'ok' : refusal });
      this.#skip(timeMs);
    }
    this.engine.checkInvariants();
    if (this.#random.chance(40)) this.commit();
    if (this.#random.chance(4)) this.restart();
  }

  commit(): void {
    this.tables.commit(this.engine.takeChanges());
  }

  /** What a restart forgets is in the tables. */
  restart(): void {
    this.commit();
    const hash = this.engine.stateHash();
    this.engine = new Engine(this.tables.snapshot());
    this.engine.checkInvariants();
    expect(this.engine.stateHash()).toBe(hash);
  }

  compare(): void {
    const { naive, engine } = this;
    for (const currencyId of naive.currencies) {
      for (const house of HOUSE_NAMES) {
        const { total, frozen } = engine.houseBalance(house, currencyId);
        const bound = house === 'suspense' ? naive.suspended(currencyId) : 0n;
        expect([house, total, frozen]).toEqual([
          house,
          naive.total(`0 ${house} ${currencyId}`),
          bound,
        ]);
      }
      expect(engine.houseBalance('withdrawals_in_transit', currencyId).total).toBe(
        naive.inTransit(currencyId),
      );
      for (const owner of naive.owners) {
        for (const account of USER_ACCOUNTS) {
          const { total, frozen } = engine.balance(owner, account, currencyId);
          const held = account === 'coin' ? naive.held(owner, currencyId) : 0n;
          expect([total, frozen]).toEqual([naive.total(`${owner} ${account} ${currencyId}`), held]);
        }
      }
    }
    for (const owner of naive.owners) expect(engine.isFrozen(owner)).toBe(naive.frozen.has(owner));
  }

  /** Every row that was ever given out, as it last was. */
  compareRows(): void {
    const withdrawals = this.tables.withdrawals().map((row) => {
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
    const deposits = this.tables.deposits().map((row) => {
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

  #note(command: Command, { outcome, expected }: { outcome: string; expected: string }): void {
    const at = `${this.#sequence} ${command.kind}`;
    expect(`${at} ${outcome}`).toBe(`${at} ${expected}`);
    const name = `${command.kind} ${outcome}`;
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }

  /** A refusal by the tables takes a place in this story, which the engine must know of. */
  #skip(timeMs: number): void {
    const command = { kind: 'open_account', owner: 21 } as const;
    this.engine.execute(command, { sequence: this.#sequence, timeMs });
  }
}
