/**
 * Column lists and what is written into them match by position only, and a reader believes what it finds. Every table that a
 * batch writes gets a row with a value of its own in every field, twice: as it comes to be, and changed. Each field must arrive
 * in its column, looked at by name, and come back through the reader of a start. A CHECK lets no such row stand, so the
 * tables' checks, foreign keys and triggers are taken away: they have tests of their own.
 */
import { ledgerAccountId, type PostingRow } from '@fairlead/engine';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { receiptsFrom } from '../../../receipts/queries.ts';
import { recentTrades } from '../../../spot/queries.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { BatchEncoder } from '../batch/encoder.ts';
import { type BatchRows, encodeBatch, sampleKey } from '../batch/writer.ts';
import type { Database, WriterConnection } from '../database.ts';
import { newestAnswers } from '../lookup-queries.ts';
import { readSnapshot, type TablesSnapshot } from '../snapshot-reader.ts';
import { batchOf, NO_CHANGES } from './batch-rows.ts';
import * as rows from './column-rows.ts';
import { type ColumnRow, FIRST_MS, type StoredRow } from './column-rows.ts';

const ROWS = Object.values<unknown>(rows).filter(
  (each): each is ColumnRow<unknown> =>
    typeof each === 'object' && each !== null && 'stored' in each,
);
const TABLES = [...new Set(ROWS.map(({ table }) => table))];

/** Columns that no batch writes. */
const UNWRITTEN: Readonly<Record<string, readonly string[]>> = {
  rebates: ['rebate_id'],
  offerings: ['introductions'],
  // An epoch's beginning does.
  leader: ['steps_from', 'steps_nonce'],
};

const { heldFor: _heldFor, ...wordBelow } = rows.loneWord.first;
/** A start reads only words that were enough, and days that are not paid. */
const ENOUGH = { ...wordBelow, recordId: wordBelow.recordId + 1 };
const { paidAtMs: _paidAtMs, ...paidDay } = rows.rebateDay.first;
const UNPAID = { ...paidDay, day: paidDay.day + 1 };

const { productId, amount } = rows.hosting.first;
const COMPLETED = { ...rows.hosting.next, productId, amount };

const TRADE_ENTRY = {
  ...rows.entry.first,
  entryId: rows.tradePostings.first.entryId,
  timeMs: rows.tradePostings.first.timeMs,
  reason: 'trade',
} as const;

/** One by one, as the engine gives them. */
function postingsOf(trade: typeof rows.tradePostings.first): PostingRow[] {
  const { entryId, buyer, seller } = trade;
  const at = (owner: number, currencyId: number, [amount, balance]: readonly [bigint, bigint]) => ({
    ...{
      entryId,
      owner,
      currencyId,
      accountId: ledgerAccountId(owner, owner === 0 ? 'fees' : 'coin', 1),
    },
    account: owner === 0 ? ('fees' as const) : ('coin' as const),
    amount: amountMinor(amount),
    balance: amountMinor(balance),
  });
  const { quoteCurrencyId, baseCurrencyId, quote, quoteFee, base, baseFee } = trade;
  return [
    at(buyer, quoteCurrencyId, [-quote, trade.buyerQuoteBalance]),
    at(seller, quoteCurrencyId, [quote - quoteFee, trade.sellerQuoteBalance]),
    at(0, quoteCurrencyId, [quoteFee, trade.feesQuoteBalance ?? 0n]),
    at(seller, baseCurrencyId, [-base, trade.sellerBaseBalance]),
    at(buyer, baseCurrencyId, [base - baseFee, trade.buyerBaseBalance]),
    at(0, baseCurrencyId, [baseFee, trade.feesBaseBalance ?? 0n]),
  ];
}

/** What came to be as a part is over and never changes: a batch that changes a row has no such one. */
const { partOf: _partOf, ...CHANGED_POSITION } = rows.position.next;

/** Of which row, and in what state where that was agreed. */
const agreed = {
  of: (text: string): string =>
    `digest of ${text.match(/^\w+|(?<=^[\w ]+\|)\d+|waiting|holding/g)?.join(' ')}`,
};

function batchAs(which: 'first' | 'next'): BatchRows {
  const { sampleTimeMs, marketId } = rows.sample.first;
  const changing = {
    ownerStates: [{ owner: rows.owner.first, isFrozen: which === 'first' }],
    withdrawalHolds: [{ owner: rows.owner.first, ...(which === 'first' && { reason: 'first' }) }],
    currencies: [rows.currency[which]],
    markets: [rows.market[which]],
    grids: [rows.grid[which]],
    orders: [rows.order[which]],
    triggers: [rows.trigger[which]],
    orderLists: [rows.orderList[which]],
    triggerBacklogs: [rows.triggerBacklog[which]],
    cancelTimers: [rows.cancelTimer[which]],
    balances: [rows.balance[which]],
    sentTransfers: [rows.sentTransfer[which]],
    deposits: [rows.deposit[which]],
    withdrawals: [rows.withdrawal[which], rows.byBank[which]],
    vouches: [rows.vouch[which]],
    futuresTerms: [rows.futuresTerms[which]],
    positions: [which === 'first' ? rows.position.first : CHANGED_POSITION],
    optionTerms: [rows.optionTerms[which]],
    optionCurrencies: [rows.optionCurrency[which]],
    options: [rows.option[which]],
    hostingProducts: [rows.hostingProduct[which]],
    hostings: which === 'first' ? [rows.hosting.first, rows.otherHosting] : [COMPLETED],
    offerings: [rows.offering[which]],
    subscriptions: [rows.subscription[which]],
    referralTerms: [rows.referralTerms[which]],
    partners: [rows.partner[which]],
    rebateDays: [rows.rebateDay[which], UNPAID],
    trading: rows.trading[which],
    counters: rows.leader[which],
  };
  if (which === 'next') {
    const interest = {
      ...rows.entry.first,
      entryId: 10,
      reason: 'hosting_interest',
      reference: `${rows.hosting.first.hostingId}:3`,
      timeMs: FIRST_MS + DAY_MS,
    } as const;
    return batchOf(
      { ...changing, entries: [interest], amendments: [{ ...rows.amendment.first, sequence: 47 }] },
      { previousSequence: 1_000, previousOrderId: 1_001, agreed },
    );
  }
  return batchOf(
    {
      ...changing,
      owners: [rows.owner.first],
      trades: [rows.trade.first],
      amendments: [rows.amendment.first],
      conversions: [rows.conversion.first],
      entries: [rows.entry.first, TRADE_ENTRY],
      postings: [rows.posting.first, ...postingsOf(rows.tradePostings.first)],
      transfers: [rows.transfer.first],
      receivedTransfers: [rows.receivedTransfer.first],
      loneWords: [rows.loneWord.first, ENOUGH],
      referrals: [rows.referral.first],
      rebates: [rows.rebate.first],
      index: [rows.sample.first],
    },
    {
      agreed,
      answers: [rows.answer.first],
      receipts: [rows.receipt.first],
      sampleSources: new Map([[sampleKey(marketId, sampleTimeMs), '{"v":[1]}']]),
    },
  );
}

/** Whatever a driver makes of a column: texts, and JSON as it was written. */
const plain = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object'
    ? JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each))
    : String(value);
};
const plainRow = (row: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)]));

async function readAsWritten(
  database: Database,
  { table, keys, stored }: ColumnRow<unknown>,
): Promise<StoredRow | undefined> {
  const found = keys.map((key, at) => `${key} = $${at + 1}`).join(' AND ');
  const [row] = await database.query<StoredRow>(
    `SELECT * FROM ${table} WHERE ${found === '' ? 'true' : found}`,
    keys.map((key) => Number(stored.first[key])),
  );
  if (row === undefined) return undefined;
  const unwritten = UNWRITTEN[table] ?? [];
  return plainRow(
    Object.fromEntries(Object.entries(row).filter(([column]) => !unwritten.includes(column))),
  );
}

/** So that any value stands in any column of its type. */
async function takeChecksAway(database: Database): Promise<void> {
  const constraints = await database.query<{ on: string; name: string }>(
    `SELECT conrelid::regclass::text AS on, quote_ident(conname) AS name FROM pg_constraint
     WHERE contype IN ('c', 'f') AND conparentid = 0 AND coninhcount = 0
       AND connamespace = 'public'::regnamespace`,
  );
  for (const { on, name } of constraints)
    await database.query(`ALTER TABLE ${on} DROP CONSTRAINT ${name}`);
  for (const table of TABLES) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
}

describe('rows of the column tests', () => {
  test('every list of a batch is among them', () => {
    const { depth: _depth, ...lists } = NO_CHANGES;
    const { changes } = batchAs('first');
    const empty = Object.keys(lists).filter((name) => {
      const list = changes[name as keyof typeof changes];
      return Array.isArray(list) && list.length === 0;
    });
    // Sealed ones are beside the changes.
    expect(empty).toEqual(['receipts']);
  });

  test.each(TABLES)('no two columns of %s hold the same', (table) => {
    const here = ROWS.filter((each) => each.table === table);
    for (const which of ['first', 'next'] as const) {
      const columns = Object.keys(here[0]?.stored.first ?? {});
      const held = columns.map((column) =>
        here.map(({ stored }) => plain(stored[which][column])).join('|'),
      );
      const repeated = columns.filter((_, at) => held.indexOf(held[at] ?? '') !== at);
      expect(repeated).toEqual([]);
    }
  });
});

describeDatabases('columns of a batch', (kind) => {
  let tables: TestDatabase;
  let writer: WriterConnection;
  let snapshot: TablesSnapshot;
  const stored = { first: new Map<object, unknown>(), next: new Map<object, unknown>() };

  beforeAll(async () => {
    tables = await openTestDatabase(kind);
    await takeChecksAway(tables.database);
    writer = await tables.database.openWriter();
    const encoder = new BatchEncoder();
    for (const which of ['first', 'next'] as const) {
      await writer.write(encodeBatch(encoder, EXCHANGE_TABLES, batchAs(which)));
      for (const each of ROWS) stored[which].set(each, await readAsWritten(tables.database, each));
      if (which === 'first') snapshot = await readSnapshot(tables.database, EXCHANGE_TABLES);
    }
  });
  afterAll(async () => {
    await writer?.close();
    await tables?.remove();
  });

  const named = ROWS.map(
    (each) => [`${each.table} ${plain(each.stored.first[each.keys[0] ?? ''])}`, each] as const,
  );

  test.each(named)('a new row of %s has each field in its column', (_, each) => {
    expect(stored.first.get(each)).toEqual(plainRow(each.stored.first));
  });

  test.each(named)('a changed row of %s too, and the rest stays', (_, each) => {
    expect(stored.next.get(each)).toEqual(plainRow(each.stored.next));
  });

  test('a start reads each field from its column', () => {
    const { isMarketStale: _isMarketStale, ...price } = {
      isMarketStale: false,
      ...rows.sample.first,
    };
    const { receiptChain, ...read } = snapshot;
    // Of whom and what it is the account's id says.
    const { accountId, total, frozen } = rows.balance.first;
    expect({ ...read, owners: [...read.owners], balances: [...read.balances] }).toEqual({
      counters: { ...rows.leader.first, receiptId: 81 },
      owners: [11],
      currencies: [rows.currency.first],
      markets: [rows.market.first],
      orders: [rows.order.first],
      triggers: [rows.trigger.first],
      orderLists: [rows.orderList.first],
      triggerBacklogs: [rows.triggerBacklog.first],
      cancelTimers: [rows.cancelTimer.first],
      balances: [{ accountId, total, frozen }],
      index: [price],
      sentTransfers: [rows.sentTransfer.first],
      frozenOwners: [11],
      withdrawalHolds: [{ owner: 11, reason: 'first' }],
      deposits: [rows.deposit.first],
      withdrawals: [rows.withdrawal.first, rows.byBank.first],
      loneWords: [ENOUGH],
      vouches: [rows.vouch.first],
      futuresTerms: [rows.futuresTerms.first],
      optionTerms: [rows.optionTerms.first],
      optionCurrencies: [rows.optionCurrency.first],
      positions: [rows.position.first],
      options: [rows.option.first],
      windowSamples: [price],
      hostingProducts: [rows.hostingProduct.first],
      hostings: [rows.hosting.first, rows.otherHosting],
      offerings: [rows.offering.first],
      subscriptions: [rows.subscription.first],
      referralTerms: [rows.referralTerms.first],
      partners: [rows.partner.first],
      referrals: [rows.referral.first],
      rebateDays: [UNPAID],
      trading: rows.trading.first,
    });
    expect(receiptChain.head).toEqual({ receiptId: 81, hash: rows.receipt.first.hash });
  });

  test('trades, receipts and answers come back as they were', async () => {
    expect(await recentTrades(tables.database, 1, 10)).toEqual([rows.trade.first]);
    const { route: _route, sequence: _sequence, ...kept } = rows.answer.first;
    expect(await newestAnswers(tables.database, 10)).toEqual([kept]);
    const { receipts } = await receiptsFrom(tables.database, { from: 1, limit: 10 });
    const { row, ...sealed } = rows.receipt.first;
    const { details: _details, subjectId: _subjectId, ...plainReceipt } = row;
    const { terms, result, own, ...hashes } = sealed;
    const parsed = { terms: JSON.parse(terms), result: JSON.parse(result), own: JSON.parse(own) };
    expect(receipts).toEqual([{ ...plainReceipt, ...parsed, ...hashes }]);
  });
});
