/**
 * Drawn trades, positions and options of invited users on the engine, and an oracle that makes rebates of the fees it sees.
 * Now and then the engine is put back from the tables, with rebates pending and days half paid.
 */
import { type Command, Engine, type RebateRow, type Result } from '@fairlead/engine';
import { type NaiveRebate, NaiveReferral, RandomReferral, Seeded } from '@fairlead/testkit';
import { expect } from 'vitest';
import { Tables } from './tables.ts';

const CURRENCIES = [1, 2, 3] as const;

export class ReferralStory {
  readonly naive = new NaiveReferral();
  readonly tables = new Tables();
  readonly outcomes = new Map<string, number>();
  engine = new Engine();
  readonly #paid: string[] = [];
  readonly #random: Seeded;
  readonly #commands: RandomReferral;
  readonly #plant: (command: Command) => Command;
  #sequence = 0;

  /** `plant` changes what the oracle is told, to see that it is noticed. */
  constructor(seed: number, plant: (command: Command) => Command = (command) => command) {
    this.#plant = plant;
    this.#random = new Seeded(seed);
    this.#commands = new RandomReferral(seed);
  }

  step(): void {
    const { command, timeMs } = this.#commands.next();
    this.#sequence += 1;
    const stamp = { sequence: this.#sequence, timeMs };
    const expected = this.naive.execute(this.#plant(command), stamp);
    const result = this.engine.execute(command, stamp);
    const outcome = result.ok ? 'ok' : result.reject;
    const at = `${this.#sequence} ${command.kind}`;
    expect(`${at} ${outcome}`).toBe(`${at} ${expected ?? outcome}`);
    this.#count(`${command.kind} ${outcome}`);
    const changes = this.engine.takeChanges();
    this.naive.note(changes, stamp);
    this.tables.commit(changes);
    for (const { entryId, reason, reference } of changes.entries) {
      this.#count(reason);
      if (reason !== 'rebate_payout') continue;
      const into = changes.postings.find((row) => row.entryId === entryId && row.amount > 0n);
      this.#paid.push(`${reference} ${into?.amount}`);
      expect([into?.account, into?.owner]).toEqual(['coin', Number(reference.split(':')[0])]);
    }
    for (const rebate of changes.rebates) this.#countRebate(rebate);
    this.#compareAnswer(result);
    this.engine.checkInvariants();
    if (this.#random.chance(4)) this.restart();
  }

  restart(): void {
    const hash = this.engine.stateHash();
    this.engine = new Engine(this.tables.snapshot());
    this.tables.forgetDepth();
    this.engine.checkInvariants();
    expect(this.engine.stateHash()).toBe(hash);
    const { rebateDays, referrals, partners, referralTerms } = this.engine.takeChanges();
    expect([rebateDays, referrals, partners, referralTerms]).toEqual([[], [], [], []]);
    expect(this.engine.nextScheduleMs()).toBe(this.naive.nextDueAtMs());
  }

  /** What the house kept of all fees, and what it owes inviters. */
  compare(): void {
    for (const currencyId of CURRENCIES) {
      const total = (account: 'fees' | 'referral_rebates') =>
        this.engine.houseBalance(account, currencyId).total;
      expect(['pending', currencyId, total('referral_rebates')]).toEqual([
        'pending',
        currencyId,
        this.naive.pending(currencyId),
      ]);
      expect(['fees', currencyId, total('fees')]).toEqual([
        'fees',
        currencyId,
        this.naive.kept(currencyId),
      ]);
    }
  }

  /** Every rebate and every pay-out that ever was. */
  compareRows(): void {
    const { referral } = this.tables.wealth;
    expect(referral.rebates().map(plain)).toEqual(this.naive.rebates);
    expect(this.#paid).toEqual(this.naive.paid);
    const paid = referral.days().filter(({ paidAtMs }) => paidAtMs !== undefined);
    expect(
      paid.map((row) => `${row.inviter}:${row.currencyId}:${row.day} ${row.amount}`).sort(),
    ).toEqual([...this.naive.paid].sort());
  }

  #compareAnswer(result: Result): void {
    if (!result.ok || result.value.kind !== 'schedules') return;
    const { ran, nextDueAtMs } = result.value;
    expect([ran, nextDueAtMs]).toEqual([this.naive.ran, this.naive.nextDueAtMs()]);
  }

  #countRebate({ fee, amount, ratioPpm }: RebateRow): void {
    const isCapped = amount < (fee * ratioPpm) / 1_000_000n;
    this.#count(isCapped ? 'rebate capped' : amount === 0n ? 'rebate of nothing' : 'rebate');
  }

  #count(name: string): void {
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }
}

function plain({ entryId: _e, timeMs: _t, ratioPpm: ratio, ...rest }: RebateRow): NaiveRebate {
  return { ...rest, ratio };
}
