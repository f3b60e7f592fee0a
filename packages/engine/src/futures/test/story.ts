/** Drawn futures, put back from the tables with positions that wait and hold. */
import { type Changes, type PositionRow, USER_ACCOUNTS } from '@fairlead/engine';
import { NaiveFutures, type NaivePosition, RandomFutures } from '@fairlead/testkit';
import { expect } from 'vitest';
import { type Plant, Story } from '../../../test/kit/story.ts';

export class FuturesStory extends Story<NaiveFutures> {
  constructor(seed: number, plant?: Plant) {
    const naive = new NaiveFutures();
    const commands = new RandomFutures(seed, () => naive.book.liveIds(), { withChanges: true });
    super({ naive, commands, seed, plant, restarts: 3 });
  }

  override compare(): void {
    const { book } = this.naive;
    this.compareBalances({
      currencies: book.scales.keys(),
      owners: book.owners,
      house: ['external', 'capital', 'fees', 'contract_house', 'insurance_fund'],
      user: USER_ACCOUNTS,
      total: (key) => book.total(key),
      frozen: ({ owner, account, currencyId }) => {
        if (account === 'contract_house') return book.reserved(currencyId);
        return account === 'contract' ? book.held(owner, currencyId) : 0n;
      },
    });
  }

  /** Positions and receipts. */
  override compareRows(): void {
    const { positions, receipts } = this.naive.book;
    const naive = positions.toSorted((left, right) => left.id - right.id);
    const margins = naive.map((each) => this.naive.book.margin(each));
    const expected = naive.map((each, at) => ({ ...naivePlain(each), margin: margins[at] }));
    expect(this.tables.futures.positions().map(plain)).toEqual(expected);
    const given = this.tables.receipts().map(({ kind, subjectId }) => `${kind} ${subjectId}`);
    expect(given).toEqual(receipts);
  }

  protected override note({ positions }: Changes): void {
    for (const { status, closeReason, insurancePaid, realisedPnl, margin, ...row } of positions) {
      this.count(`${row.partOf === undefined ? '' : 'part '}${status} ${closeReason ?? ''}`.trim());
      if (row.marginAdded !== undefined) this.count(`${status} with added margin`);
      if (insurancePaid > 0n) this.count('insurance paid');
      const isBare = closeReason === 'liquidation' && insurancePaid === 0n;
      if (isBare && realisedPnl === -margin) this.count('insurance short');
    }
  }

  protected override restarted(): void {
    this.naive.book.restart();
  }
}

function plain(row: PositionRow) {
  return {
    id: row.positionId,
    partOf: row.partOf,
    lots: row.lots,
    price: row.price,
    margin: row.margin,
    added: row.marginAdded ?? 0n,
    status: row.status,
    reason: row.closeReason,
    openPrice: row.openPrice,
    closePrice: row.closePrice,
    takeProfit: row.takeProfit,
    stopLoss: row.stopLoss,
    levels: row.levels ?? [],
    openFee: row.openFee,
    closeFee: row.closeFee,
    pnl: row.realisedPnl,
    insurancePaid: row.insurancePaid,
  };
}

function naivePlain(position: NaivePosition): Record<string, unknown> {
  const { asked, agreement: _agreement, currencyId: _currencyId, ...rest } = position;
  const { partMargin: _partMargin, ...compared } = rest;
  return { ...compared, lots: asked.lots, price: asked.price };
}
