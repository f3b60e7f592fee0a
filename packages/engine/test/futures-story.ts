/**
 * Drawn futures on the engine and on an oracle that looks everything up anew. Batches are of random size, and now and
 * then the engine is put back from the tables, with positions that wait and hold.
 */
import { type Command, Engine, type PositionRow, USER_ACCOUNTS } from '@fairlead/engine';
import { NaiveFutures, type NaivePosition, RandomFutures, Seeded } from '@fairlead/testkit';
import { expect } from 'vitest';
import { Tables } from './tables.ts';

const HOUSE_NAMES = ['external', 'capital', 'fees', 'contract_house', 'insurance_fund'] as const;

export class FuturesStory {
  readonly naive = new NaiveFutures();
  readonly tables = new Tables();
  readonly outcomes = new Map<string, number>();
  engine = new Engine();
  readonly #random: Seeded;
  readonly #commands: RandomFutures;
  readonly #plant: (command: Command) => Command;
  #sequence = 0;

  /** `plant` changes what the oracle is told, to see that it is noticed. */
  constructor(seed: number, plant: (command: Command) => Command = (command) => command) {
    this.#plant = plant;
    this.#random = new Seeded(seed);
    this.#commands = new RandomFutures(seed, () => this.naive.book.liveIds());
  }

  step(): void {
    const { command, timeMs } = this.#commands.next();
    this.#sequence += 1;
    const stamp = { sequence: this.#sequence, timeMs };
    const expected = this.naive.execute(this.#plant(command), stamp);
    const result = this.engine.execute(command, stamp);
    const outcome = result.ok ? 'ok' : result.reject;
    const at = `${this.#sequence} ${command.kind}`;
    expect(`${at} ${outcome}`).toBe(`${at} ${expected}`);
    this.#count(`${command.kind} ${outcome}`);
    this.engine.checkInvariants();
    if (this.#random.chance(40)) this.commit();
    if (this.#random.chance(3)) this.restart();
  }

  commit(): void {
    const changes = this.engine.takeChanges();
    for (const row of changes.positions) {
      this.#count(`${row.status} ${row.closeReason ?? ''}`.trim());
      const { insurancePaid, realisedPnl, margin } = row;
      if (insurancePaid > 0n) this.#count('insurance paid');
      const isBare = row.closeReason === 'liquidation' && insurancePaid === 0n;
      if (isBare && realisedPnl === -margin) this.#count('insurance short');
    }
    this.tables.commit(changes);
  }

  restart(): void {
    this.commit();
    const hash = this.engine.stateHash();
    this.engine = new Engine(this.tables.snapshot());
    this.engine.checkInvariants();
    expect(this.engine.stateHash()).toBe(hash);
    expect(this.engine.takeChanges().positions).toEqual([]);
    this.naive.book.restart();
  }

  compare(): void {
    const { engine } = this;
    const { book } = this.naive;
    for (const currencyId of book.scales.keys()) {
      for (const house of HOUSE_NAMES) {
        const { total, frozen } = engine.houseBalance(house, currencyId);
        const bound = house === 'contract_house' ? book.reserved(currencyId) : 0n;
        const expected = [house, book.total(`0 ${house} ${currencyId}`), bound];
        expect([house, total, frozen]).toEqual(expected);
      }
      for (const owner of book.owners) {
        for (const account of USER_ACCOUNTS) {
          const { total, frozen } = engine.balance(owner, account, currencyId);
          const held = account === 'contract' ? book.held(owner, currencyId) : 0n;
          const expected = [book.total(`${owner} ${account} ${currencyId}`), held];
          expect([total, frozen]).toEqual(expected);
        }
      }
    }
  }

  /** Every position and receipt that was ever given out, as it last was. */
  compareRows(): void {
    const { derivatives } = this.tables;
    const { positions, receipts } = this.naive.book;
    expect(derivatives.positions().map(plain)).toEqual(positions.map(naivePlain));
    const given = derivatives.receipts().map(({ kind, subjectId }) => `${kind} ${subjectId}`);
    expect(given).toEqual(receipts);
  }

  #count(name: string): void {
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }
}

function plain(row: PositionRow) {
  return {
    id: row.positionId,
    status: row.status,
    reason: row.closeReason,
    openPrice: row.openPrice,
    closePrice: row.closePrice,
    takeProfit: row.takeProfit,
    stopLoss: row.stopLoss,
    openFee: row.openFee,
    closeFee: row.closeFee,
    pnl: row.realisedPnl,
    insurancePaid: row.insurancePaid,
  };
}

function naivePlain(position: NaivePosition): Record<keyof ReturnType<typeof plain>, unknown> {
  const { asked: _asked, agreement: _agreement, currencyId: _currencyId, ...rest } = position;
  return rest;
}
