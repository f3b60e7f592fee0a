/** Drawn options, put back from the tables in the middle of windows, and across a delivery time. */
import { type Changes, type OptionRow, USER_ACCOUNTS } from '@fairlead/engine';
import { type NaiveOption, NaiveOptions, RandomOptions } from '@fairlead/testkit';
import { expect } from 'vitest';
import { type Plant, Story } from '../../../test/kit/story.ts';

export class OptionsStory extends Story<NaiveOptions> {
  constructor(seed: number, plant?: Plant) {
    super({ naive: new NaiveOptions(), commands: new RandomOptions(seed), seed, plant });
  }

  override compare(): void {
    const { naive, engine } = this;
    this.compareBalances({
      currencies: naive.currencies,
      owners: naive.owners,
      house: ['external', 'capital', 'fees', 'option_house', 'option_escrow'],
      user: USER_ACCOUNTS,
      total: (key) => naive.total(key),
      frozen: ({ account, currencyId }) =>
        account === 'option_house' ? naive.reserved(currencyId) : 0n,
    });
    for (const currencyId of naive.currencies) {
      const { total } = engine.houseBalance('option_escrow', currencyId);
      expect(['escrow', currencyId, total]).toEqual([
        'escrow',
        currencyId,
        naive.escrowed(currencyId),
      ]);
    }
  }

  /** Orders and receipts. */
  override compareRows(): void {
    const { orders, receipts } = this.naive;
    expect(this.tables.options.options().map(plain)).toEqual(orders.map(naivePlain));
    const given = this.tables.receipts().filter(({ kind }) => kind !== 'open');
    expect(given.map(({ kind, subjectId }) => `${kind} ${subjectId}`)).toEqual(receipts);
    const times = new Map(orders.map(({ id, sampleTimesMs }) => [id, sampleTimesMs]));
    for (const { kind, subjectId, sampleTimesMs } of given) {
      if (kind === 'delivery') expect(sampleTimesMs).toEqual(times.get(subjectId));
    }
  }

  protected override note({ options }: Changes): void {
    for (const { result, shortfall, wouldBe } of options) {
      this.count(`delivery ${result ?? 'none'}`);
      if (shortfall !== undefined) this.count(`${shortfall} ${wouldBe ?? 'nothing'}`);
    }
  }

  protected override restarted(): void {
    this.naive.restart();
  }
}

function plain(row: OptionRow) {
  return {
    id: row.optionId,
    stake: row.stake,
    fee: row.fee,
    payout: row.payout,
    strike: row.strike,
    purchasedAtMs: row.purchasedAtMs,
    deliversAtMs: row.deliversAtMs,
    windowMs: row.windowMs,
    result: row.result ?? row.status,
    outcome: row.outcome,
    shortfall: row.shortfall,
    wouldBe: row.wouldBe,
    paid: row.paid,
    profit: row.profit,
    settledAtMs: row.settledAtMs,
  };
}

function naivePlain(order: NaiveOption): ReturnType<typeof plain> {
  const { bought, paid, sampleTimesMs: _, ...rest } = order;
  const profit = paid === undefined ? undefined : paid - bought.stake - order.fee;
  return { ...rest, stake: bought.stake, paid, profit } as ReturnType<typeof plain>;
}
