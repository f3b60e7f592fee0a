/** Positions and terms of futures in their tables: what is written reads back, what must not be is refused. */
import {
  type BalanceRow,
  HOUSE,
  type HouseAccount,
  ledgerAccountId,
  type PositionRow,
} from '@fairlead/engine';
import { BTC, BTC_USDT, ETH, ETH_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { quickCheck } from '../../core/checks/reconciliation.ts';
import { BatchEncoder } from '../../core/store/batch/encoder.ts';
import { encodeBatch } from '../../core/store/batch/writer.ts';
import type { WriterConnection } from '../../core/store/database.ts';
import { findUsedNames } from '../../core/store/lookup-queries.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { batchOf, NO_CHANGES, TIME_MS } from '../../core/store/test/batch-rows.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import {
  countOpenPositions,
  holdingPositions,
  openPositionSums,
  positionById,
  positionsPage,
} from '../queries.ts';
import { POSITION_COLUMNS, type PositionRecord, toPosition } from '../record.ts';
import { CLOSED, HOLDING, NONE, TERMS, TEXT, WAITING } from './rows.ts';

describeDatabases('futures tables', (kind) => {
  let test: TestDatabase;
  let writer: WriterConnection;
  let sequence: number;
  const encoder = new BatchEncoder();
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    writer = await test.database.openWriter();
    sequence = 0;
    await write({ currencies: [BTC, ETH, USDT], markets: [BTC_USDT, ETH_USDT] });
  });
  afterEach(async () => {
    await writer.close();
    await test.remove();
  });

  /** Writes one batch; a refused one leaves the sequence where it was. */
  const write = async (changes: Parameters<typeof batchOf>[0]): Promise<void> => {
    const counters = { ...NO_CHANGES.counters, sequence: sequence + 100 };
    const batch = batchOf({ counters, ...changes }, { previousSequence: sequence });
    await writer.write(encodeBatch(encoder, EXCHANGE_TABLES, batch));
    sequence += 100;
  };
  /** Ids are sequences: those of the batch to come are new. */
  const asNew = (row: PositionRow): PositionRow => ({
    ...row,
    positionId: sequence + row.positionId,
  });
  const positions = async (): Promise<PositionRow[]> => {
    const sql = `SELECT ${POSITION_COLUMNS} FROM positions ORDER BY position_id`;
    return (await test.database.query<PositionRecord>(sql)).map(toPosition);
  };

  it('every column reads back equal, of new rows and of changed ones', async () => {
    const [waiting, holding, closed] = [
      asNew(WAITING),
      asNew(HOLDING),
      asNew({ ...CLOSED, positionId: 3 }),
    ];
    await write({ positions: [closed, holding, waiting] });
    expect(await positions()).toEqual([waiting, holding, closed]);

    const opened: PositionRow = {
      ...waiting,
      openPrice: priceE8(5n),
      margin: amountMinor(7n),
      maintenance: amountMinor(3n),
      openFee: NONE,
      hold: amountMinor(7n),
      reserved: amountMinor(700n),
      status: 'holding',
      openReceiptId: 3,
      openedAtMs: TIME_MS + 2,
      updatedAtMs: TIME_MS + 2,
    };
    const { takeProfit: _none, ...cleared } = opened;
    const over = { ...CLOSED, positionId: holding.positionId };
    const next = asNew({ ...HOLDING, positionId: 4 });
    await write({ positions: [cleared, over, next] });
    expect(await positions()).toEqual([cleared, over, closed, next]);
    const snapshot = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect(snapshot.positions).toEqual([cleared, next]);
  });

  it('a part is copied though its id is older than the batch, and its position goes on as less', async () => {
    const holding = asNew(HOLDING);
    await write({ positions: [holding] });
    const added: PositionRow = {
      ...holding,
      margin: amountMinor(130n),
      marginAdded: amountMinor(30n),
      hold: amountMinor(130n),
      levels: [
        {
          levelId: holding.positionId + 1,
          stop: 'stop_loss',
          price: priceE8(2n ** 53n - 1n),
          lots: 1,
        },
      ],
      changeReceiptId: 3,
    };
    await write({ positions: [added] });
    expect(await positions()).toEqual([added]);
    const { levels: _fired, ...unstopped } = added;
    const rest: PositionRow = {
      ...unstopped,
      lots: 1,
      margin: amountMinor(66n),
      marginAdded: amountMinor(16n),
      maintenance: amountMinor(20n),
      hold: amountMinor(66n),
      reserved: amountMinor(5_000n),
      changeReceiptId: 4,
    };
    const part: PositionRow = {
      ...CLOSED,
      positionId: holding.positionId + 1,
      partOf: holding.positionId,
      lots: 1,
      margin: amountMinor(64n),
      marginAdded: amountMinor(14n),
      realisedPnl: amountMinor(5_000n),
      insurancePaid: NONE,
      changeReceiptId: 3,
      closeReceiptId: 4,
    };
    await write({ positions: [rest, part] });
    expect(await positions()).toEqual([rest, part]);
    expect((await readSnapshot(test.database, EXCHANGE_TABLES)).positions).toEqual([rest]);
    // What was added is not in what it may win.
    await expect(
      write({
        positions: [{ ...part, positionId: sequence + 9, realisedPnl: amountMinor(5_001n) }],
      }),
    ).rejects.toThrow();
  });

  it('a waiting position takes another limit and other lots', async () => {
    const waiting = asNew(WAITING);
    await write({ positions: [waiting] });
    const amended = { ...waiting, price: priceE8(9n), lots: 3 };
    await write({ positions: [amended] });
    expect(await positions()).toEqual([amended]);
  });

  it('terms read back equal, and later ones replace them', async () => {
    await write({ futuresTerms: [TERMS, { ...TERMS, marketId: ETH_USDT.marketId }] });
    const changed = { ...TERMS, multiples: TERMS.multiples.slice(1), isOpen: false };
    await write({ futuresTerms: [changed] });
    expect((await readSnapshot(test.database, EXCHANGE_TABLES)).futuresTerms).toEqual([
      changed,
      { ...TERMS, marketId: ETH_USDT.marketId },
    ]);
  });

  it('pages, single positions and what is held are one owner’s, and what they stand for is everyone’s', async () => {
    const own = [asNew(WAITING), asNew(HOLDING), asNew({ ...CLOSED, positionId: 3 })];
    const eth = asNew({ ...HOLDING, positionId: 4, marketId: ETH_USDT.marketId, side: 'short' });
    const other = asNew({ ...HOLDING, positionId: 5, owner: 8, lots: 3 });
    await write({ positions: [...own, eth, other] });
    const page = { page: 1, limit: 2 };
    expect(await positionsPage(test.database, { owner: 7 }, page)).toEqual({
      list: [eth, own[2]],
      page: 1,
      limit: 2,
      total: 4,
    });
    const filter = { owner: 7, marketId: BTC_USDT.marketId, status: 'holding' } as const;
    expect((await positionsPage(test.database, filter, page)).list).toEqual([own[1]]);
    expect((await positionsPage(test.database, {}, page)).list).toEqual([other, eth]);
    expect(await positionById(test.database, 7, other.positionId)).toBeUndefined();
    expect(await positionById(test.database, 8, other.positionId)).toEqual(other);
    expect(await holdingPositions(test.database, 7)).toEqual([own[1], eth]);
    expect(await countOpenPositions(test.database)).toEqual(
      new Map([
        ['waiting', 1],
        ['holding', 3],
      ]),
    );
    const size = 10n ** 19n;
    const sum = {
      currencyId: USDT.currencyId,
      status: 'holding',
      sizePriceE8: 2n * size * 100_00000000n,
      sizeMinor: 2n * size,
      positions: 1,
      reserved: 10_000n,
    };
    expect(await openPositionSums(test.database)).toEqual([
      {
        ...sum,
        marketId: 1,
        side: 'long',
        positions: 2,
        sizeMinor: 5n * size,
        sizePriceE8: 5n * size * 100_00000000n,
        reserved: 20_000n,
      },
      {
        ...sum,
        marketId: 1,
        side: 'short',
        status: 'waiting',
        sizeMinor: size * BigInt(Number.MAX_SAFE_INTEGER),
        sizePriceE8: size * BigInt(Number.MAX_SAFE_INTEGER) ** 2n,
        reserved: 0n,
      },
      { ...sum, marketId: 2, side: 'short' },
    ]);
  });

  it('a client order id names one position of its owner for ever', async () => {
    const row = asNew(WAITING);
    await write({ positions: [row] });
    await expect(write({ positions: [asNew(WAITING)] })).rejects.toThrow(
      'positions_client_order_id',
    );
    await write({ positions: [asNew({ ...WAITING, owner: 8 })] });
    const asked = (owner: number, clientOrderId: string) => ({ owner, clientOrderId });
    const used = await findUsedNames(test.database, {
      keys: [],
      clientOrderIds: [asked(7, TEXT)],
      clientPositionIds: [asked(7, 'free'), asked(7, TEXT), asked(9, TEXT)],
      clientTriggerIds: [],
      clientListIds: [],
      receivedTransfers: [],
      references: [],
      chainOutputs: [],
      unpassedDeposits: [],
    });
    // Names of orders and of positions are apart.
    expect([...used.clientOrderIds]).toEqual([]);
    expect([...used.clientPositionIds]).toEqual([1]);
  });

  it.each<[string, Partial<PositionRow>, PositionRow]>([
    ['a holding one without an open price', { openPrice: undefined }, HOLDING],
    ['a holding one without a receipt', { openReceiptId: undefined }, HOLDING],
    ['a closed one without a close price', { closePrice: undefined }, CLOSED],
    ['a closed one without a result', { realisedPnl: undefined }, CLOSED],
    ['a closed one that still holds', { hold: amountMinor(1n) }, CLOSED],
    ['a closed one that is still reserved for', { reserved: amountMinor(1n) }, CLOSED],
    ['a loss beyond the margin', { realisedPnl: amountMinor(-101n) }, CLOSED],
    ['a gain beyond the cap', { realisedPnl: amountMinor(10_001n), insurancePaid: NONE }, CLOSED],
    ['an insured loss within the margin', { realisedPnl: amountMinor(-99n) }, CLOSED],
    [
      'a market order that waits',
      { status: 'waiting', openPrice: undefined, openReceiptId: undefined, openedAtMs: undefined },
      HOLDING,
    ],
    ['a limit without its price', { price: undefined }, WAITING],
    ['a waiting one with an open price', { openPrice: priceE8(1n) }, WAITING],
    [
      'a cancelled one with an open price',
      { ...CLOSED, status: 'cancelled', positionId: 1 },
      CLOSED,
    ],
    ['one that is over without a reason', { closeReason: undefined }, CLOSED],
    ['a part that holds', { partOf: 1 }, HOLDING],
    ['margin added to what waits', { marginAdded: amountMinor(1n) }, WAITING],
    ['more added than there is', { marginAdded: amountMinor(100n) }, HOLDING],
  ] as never)('refuses %s', async (_name, change, row) => {
    const wrong = Object.fromEntries(
      Object.entries({ ...row, ...change }).filter(([, value]) => value !== undefined),
    ) as unknown as PositionRow;
    await expect(write({ positions: [asNew(wrong)] })).rejects.toThrow();
    expect(await positions()).toEqual([]);
    await write({ positions: [asNew(row)] });
  });

  const CHANGES: readonly (readonly [
    name: string,
    row: PositionRow,
    changes: readonly string[],
  ])[] = [
    [
      'what it was asked for',
      WAITING,
      [
        'owner_id = 8',
        "side = 'long'",
        'multiple = 2',
        'maintenance_rate_ppm = 2',
        'close_fee_ppm = 0',
        'profit_cap_multiple = 1',
        'client_order_id = NULL',
        'part_of = 5',
      ],
    ],
    [
      'what it opened at',
      HOLDING,
      [
        'open_price_e8 = open_price_e8 + 1',
        'price_e8 = 1',
        'margin_minor = 1',
        'lots = 3, margin_minor = 150, change_receipt_id = 9',
        'lots = 1, margin_minor = 50',
        'lots = 1, margin_minor = 150, change_receipt_id = 9',
        'lots = 1, margin_minor = 50, maintenance_minor = 41, change_receipt_id = 9',
        'lots = 1, margin_minor = 50, open_fee_minor = 2, change_receipt_id = 9',
        'lots = 1, margin_minor = 50, change_receipt_id = 1',
        'margin_minor = 130, change_receipt_id = 9',
        'margin_minor = 130, margin_added_minor = 30',
        'margin_minor = 130, margin_added_minor = 29, change_receipt_id = 9',
        'change_receipt_id = 9',
        'maintenance_minor = 99',
        'open_receipt_id = 9',
        "status = 'cancelled'",
      ],
    ],
    [
      'how it ended',
      CLOSED,
      [
        'close_price_e8 = 2',
        'realised_pnl_minor = 100',
        'insurance_paid_minor = 0',
        "close_reason = 'user'",
        'close_receipt_id = 7',
        'take_profit_e8 = 5',
        'updated_at_ms = 0',
      ],
    ],
  ];
  it.each(CHANGES)('P1: no statement changes %s', async (_name, row, changes) => {
    await write({ positions: [asNew(row)] });
    const statements = changes.map((change) => `UPDATE positions SET ${change}`);
    for (const statement of [...statements, 'DELETE FROM positions', 'TRUNCATE positions'])
      await expect(test.database.query(statement)).rejects.toThrow('append-only');
  });

  it('frozen money is the sum of holds and reserves, and ids are behind the counters', async () => {
    const holding = asNew(HOLDING);
    await write({
      positions: [holding],
      balances: [
        balanceOf(7, 'contract', 500n, 100n),
        balanceOf(HOUSE, 'contract_house', 20_000n, 10_000n),
        balanceOf(HOUSE, 'external', -20_500n, 0n),
      ],
    });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    await test.database.query(shift('- 1'));
    const drifts = await quickCheck(test.database, EXCHANGE_TABLES);
    expect(drifts.sort((left, right) => (left.subject < right.subject ? -1 : 1))).toEqual([
      { check: 'frozen_without_hold', subject: '0 contract_house 3', difference: -1n },
      { check: 'frozen_without_hold', subject: '7 contract 3', difference: -1n },
    ]);
    await test.database.query(shift('+ 1'));
    await write({ positions: [{ ...CLOSED, positionId: holding.positionId }] });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toMatchObject([
      { check: 'frozen_without_hold' },
      { check: 'frozen_without_hold' },
    ]);
    await test.database.query('UPDATE balances SET frozen_minor = 0');
    const beyond = { ...CLOSED, positionId: sequence + 1_000 };
    await write({ positions: [beyond] });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([
      { check: 'counter_behind', subject: 'position', difference: 900n },
    ]);
  });
});

const shift = (by: string): string =>
  `UPDATE balances SET frozen_minor = frozen_minor ${by} WHERE frozen_minor > 0`;

function balanceOf(
  owner: number,
  account: 'contract' | HouseAccount,
  total: bigint,
  frozen: bigint,
): BalanceRow {
  const { currencyId } = USDT;
  return {
    accountId: ledgerAccountId(owner, account, currencyId),
    owner,
    account,
    currencyId,
    total: amountMinor(total),
    frozen: amountMinor(frozen),
  };
}
