/**
 * There is no write path to an outcome: no call, command, statement or column by which anybody could set
 * a price, a result or a probability. The lists below are complete: whatever is added has to be put beside them, with
 * what it cannot do. What the tables hold of an outcome, they refuse to change (P1).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { routeEntries } from '@fairlead/contract';
import { BTC_USDT } from '@fairlead/testkit';
import { ratePpm } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../test/support/test-sequencer.ts';
import {
  DerivativeStory,
  e8,
  must,
  OPTIONS,
  readChain,
  seedDerivatives,
} from '../../receipts/test/receipt-story.ts';
import { schemaOf } from '../http/docs/openapi-document.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';

/** Whatever could be a price, a result or a probability, and what would make one. */
const OUTCOME = new RegExp(
  `(^|[._])(${[
    ...['price', 'rate', 'ratio', 'payout', 'outcome', 'result', 'strike', 'win', 'lose', 'loss'],
    ...['odds', 'chance', 'probability', 'index', 'sample', 'seed', 'bias', 'offset', 'spread'],
    ...['forced', 'settled?', 'weight', 'control', 'venue', 'feed', 'quotes', 'profit', 'pnl'],
  ].join('|')})s?([._]|$)`,
);

type Schema = Readonly<Record<string, unknown>>;

/** The names of all members that a JSON schema knows, like `terms.times.payout_ratio`. */
function membersOf(schema: unknown, prefix = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, anyOf, oneOf, allOf } = schema as Schema;
  const own = Object.entries(properties as Schema).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...membersOf(inner, `${prefix}${name}.`),
  ]);
  const inner = [items, anyOf, oneOf, allOf].flat().flatMap((each) => membersOf(each, prefix));
  return [...new Set([...own, ...inner])];
}

const requests = routeEntries.map(([name, route]) => ({
  name,
  isRead: route.method === 'GET',
  members: membersOf(schemaOf(route.request, 'input')),
}));

describe('no call', () => {
  test('takes a price, a result or a probability but these', () => {
    const found = requests.flatMap(({ name, members }) =>
      members.filter((member) => OUTCOME.test(member)).map((member) => `${name} ${member}`),
    );
    expect(found).toEqual([
      // A limit of the caller's own order: it may go unfilled, it moves nobody else's price.
      'placeOrder price',
      // Terms that the caller saw, here and below: they can only have the call refused.
      'placeOrder shown_fee_rate',
      // Of the caller's own order that waits, and of one in its place.
      'amendOrder price',
      'replaceOrder price',
      'replaceOrder shown_fee_rate',
      'placeOrders orders.price',
      'placeOrders orders.shown_fee_rate',
      'placeTrigger price',
      'placeTrigger shown_fee_rate',
      'placeTrigger trigger_price',
      'placeTrigger trail_rate',
      'placeTrigger activation_price',
      'amendTrigger price',
      'amendTrigger trigger_price',
      // Of the caller's own orders that depend on one another.
      'placeOrderList working.price',
      'placeOrderList legs.price',
      'placeOrderList legs.trigger_price',
      'placeOrderList legs.trail_rate',
      'placeOrderList legs.activation_price',
      'placeOrderList shown_fee_rate',
      // How far the caller's own conversion goes at most: it can only be refused by it.
      'conversionQuote tolerance_rate',
      'convert worst_sale_price',
      'convert worst_purchase_price',
      'convert shown_fee_rate',
      // Above which the caller's own plan does not buy.
      'createRecurringPlan max_price',
      'openPosition price',
      // What the caller saw: it can only have the call refused.
      'openPosition shown_price',
      // When the caller's own position is to be closed, at the index as it then is.
      'openPosition take_profit',
      'openPosition stop_loss',
      'openPosition shown_half_spread',
      'openPosition shown_maintenance_rate',
      'openPosition shown_profit_cap',
      'setStops take_profit',
      'setStops stop_loss',
      'reversePosition shown_price',
      'reversePosition take_profit',
      'reversePosition stop_loss',
      'reversePosition shown_half_spread',
      'reversePosition shown_maintenance_rate',
      'reversePosition shown_profit_cap',
      'amendPosition price',
      'amendPosition take_profit',
      'amendPosition stop_loss',
      'setStopLevel price',
      'buyOption shown_price',
      'buyOption shown_payout_ratio',
      'buyOption shown_fee_rate',
      'buyHosting shown_damages_rate',
      'subscribe shown_issue_price',
      // At which index the caller wants to hear of it: told to nobody else, and nothing happens by it.
      'createAlert price',
      // Where the caller drew on a chart of their own: read back by nobody else and by nothing that counts.
      'saveDrawings put.points.price',
      // Terms of a market, for all alike, by two operators; what is open keeps its own.
      'operatorSaveFutures terms.multiples.maintenance_rate',
      'operatorSaveFutures terms.half_spread',
      // At most a tenth of the half spread, whatever is written there.
      'operatorSaveFutures terms.price_step',
      'operatorSaveFutures terms.profit_cap',
      'operatorSaveOptions terms.times.payout_ratio',
      'operatorSaveOptionCurrency terms.fee_rate',
      // At which a bank transfer of other money is credited: two operators, shown to who pays.
      'saveBankAccount fiat_rate',
      // Likewise of products; what was bought keeps its own.
      'operatorSaveHosting terms.damages_rate',
      'operatorSaveOffering terms.issue_price',
      'operatorSaveReferral terms.levels.ratio',
      // The share of its own fees that the house gives an inviter: nobody pays more or wins less by it.
      'savePartner ratio',
    ]);
  });

  test('sets terms of one person: what names a user takes no terms', () => {
    const isPerson = (member: string) => /user|owner|account|operator_id|invite/.test(member);
    const both = requests.filter(
      ({ name, members }) =>
        name.startsWith('operatorSave') && members.some((member) => isPerson(member)),
    );
    expect(both.map(({ name }) => name)).toEqual([]);
  });

  test('of an operator is about a position, an option order, a receipt or a sample but to read', () => {
    const writes = requests.filter(
      ({ name, isRead, members }) =>
        !isRead &&
        /^operator|proposal/i.test(name) &&
        members.some((member) =>
          /position_id|order_id|option_id|receipt|sample|trade/.test(member),
        ),
    );
    expect(writes.map(({ name }) => name)).toEqual([]);
  });
});

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
/** Sources of a folder, without tests. */
function sourcesOf(folder: string): { readonly file: string; readonly text: string }[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test\//.test(file))
    .map((file) => ({
      file,
      text: readFileSync(path.join(ROOT, folder, file), 'utf8'),
    }));
}
const commandSources = sourcesOf('packages/engine/src').filter(({ file }) =>
  ['command.ts', 'commands.ts'].includes(path.basename(file)),
);

describe('no command', () => {
  test('of the engine carries a price but these', () => {
    const found = commandSources.flatMap(({ text }) =>
      text.split(/^(?:export )?(?:interface|type) /m).flatMap((declaration) => {
        const [name] = declaration.split(/\W/, 1);
        const prices = declaration.matchAll(/readonly (\w+)\??: Price/g);
        return [...prices].map(([, member]) => `${name}.${member}`);
      }),
    );
    expect(found.sort()).toEqual([
      // A limit of the caller's own order.
      'AmendOrder.price',
      'AmendPosition.price',
      'AmendPosition.stopLoss',
      'AmendPosition.takeProfit',
      'AmendTrigger.price',
      'AmendTrigger.triggerPrice',
      'BuyOption.shownPrice',
      // Beyond which the caller's own conversion does not go, nor half of it.
      'ConvertPurchase.worst',
      'ConvertSale.worst',
      'IndexTick.price',
      // Of an order of a list: what it waits for, and its limit.
      'LegPrice.price',
      'LegTrail.activationPrice',
      'ListLeg.price',
      'OpenPosition.price',
      'OpenPosition.shownPrice',
      'OpenPosition.stopLoss',
      'OpenPosition.takeProfit',
      'PlaceLimitOrder.price',
      // What it waits for, here and below: it makes no price.
      'PlaceTrailing.activationPrice',
      'PlaceTrigger.triggerPrice',
      'SetLevel.price',
      'SetStops.stopLoss',
      'SetStops.takeProfit',
      // What the buyer saw of the terms: it can only have the command refused.
      'ShownOffering.issuePrice',
    ]);
  });

  test('with an index price is made anywhere but where the feed comes in', () => {
    const makers = sourcesOf('apps/server/src').filter(({ text }) =>
      /kind: 'index_tick'/.test(text),
    );
    expect(makers.map(({ file }) => file)).toEqual(['market/feeds/index-pump.ts']);
  });
});

describe('no statement', () => {
  test('of the server writes prices, receipts, positions or orders but those of a batch', () => {
    const tables = 'index_samples|void_samples|receipts|receipt_heads|option_orders|positions';
    const sources = sourcesOf('apps/server/src');
    // A declared table is written by its name in the source.
    const declared = sources
      .flatMap(({ text }) => [
        ...text.matchAll(/const (\w+) = tableOf<\w+>\(\)\(\{\s*name: '(\w+)'/g),
      ])
      .filter(([, , name]) => tables.split('|').includes(name ?? ''))
      .map(([, constant]) => constant);
    expect(declared.sort()).toEqual(['OPTION_ORDERS', 'POSITIONS']);
    const writes = [
      new RegExp(`\\b(INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|COPY) (${tables})\\b`, 'g'),
      new RegExp(`\\b(copy|update|upsert)\\(\\s*'(${tables})'`, 'g'),
      new RegExp(`\\b(copies|updates|upserts)\\(\\s*(${declared.join('|')})\\b`, 'g'),
    ];
    const found = sources.flatMap(({ file, text }) =>
      writes.flatMap((write) =>
        [...text.matchAll(write)].map(([, verb, name]) => `${file}: ${verb} ${name}`),
      ),
    );
    expect(found.sort()).toEqual([
      'core/store/clock-queries.ts: INSERT INTO void_samples',
      // Thins what a demo keeps; `demo/retention.ts` runs in a demo only.
      'demo/retention-queries.ts: DELETE FROM index_samples',
      'futures/batch.ts: copies POSITIONS',
      'futures/batch.ts: updates POSITIONS',
      'market/batch.ts: copy index_samples',
      'options/batch.ts: copies OPTION_ORDERS',
      'options/batch.ts: updates OPTION_ORDERS',
      'receipts/batch.ts: copy receipts',
      'receipts/queries.ts: INSERT INTO receipt_heads',
    ]);
  });
});

describe('the tables', () => {
  let opened: TestDatabase;
  let sequencer: Sequencer;
  let story: DerivativeStory;
  const [alice, bob] = [11, 12];

  beforeAll(async () => {
    opened = await openTestDatabase('pglite');
    const clock = new FakeClock();
    sequencer = await start(opened.database, { clock });
    story = new DerivativeStory(sequencer, clock);
    await seedDerivatives(sequencer, [alice, bob]);
    await story.tick('100.00');
    const closed = await story.open(alice, 'long');
    await story.open(alice, 'short', { stopLoss: e8('105.00') });
    await story.buy(bob, 'rise');
    await story.ticks(30, '101.00');
    await story.close(alice, closed);
    await story.buy(bob, 'fall');
  });
  afterAll(async () => {
    await sequencer.stop();
    await opened.remove();
  });
  const sql = (statement: string) => opened.database.query(statement);

  test('have no column of a price, a result or a probability but these', async () => {
    const rows = await opened.database.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name !~ '_(default|\\d{4}_\\d{2})$'`,
    );
    const found = rows
      .map(({ name }) => name)
      .filter((name) => OUTCOME.test(name.split('.')[1] ?? ''));
    expect(found.sort()).toEqual([
      'account_recoveries.outcome',
      'bank_accounts.fiat_rate',
      'chain_transfers.output_index',
      // Places of coins and addresses.
      'cold_coins.output_index',
      'cold_spends.change_index',
      // The index of that moment, as its receipts name it.
      'conversions.purchase_index_e8',
      'conversions.sale_index_e8',
      'deposits.output_index',
      // What two operators say of a finding, which does nothing.
      'finding_acts.outcome',
      'futures_terms.half_spread_ppm',
      'futures_terms.price_step_e8',
      'futures_terms.profit_cap_multiple',
      // How it ended: by two, by its time, by a decision.
      'holds.outcome',
      'hosting_orders.damages_rate_ppm',
      'hosting_products.damages_rate_ppm',
      'identity_words.outcome',
      'index_samples.price_e8',
      'index_samples.sample_time_ms',
      // Looks at the book, counted.
      'market_days.samples',
      'market_days.spread_ppm',
      'offerings.issue_price_e8',
      'option_orders.delivery_price_e8',
      'option_orders.outcome',
      'option_orders.payout_minor',
      'option_orders.payout_ratio_ppm',
      'option_orders.profit_minor',
      'option_orders.result',
      'option_orders.settled_at_ms',
      'option_orders.strike_e8',
      // What an order said before and after its owner changed it.
      'order_amendments.price_before_ticks',
      'order_amendments.price_ticks',
      // A time, of what a command had too much of.
      'order_lists.settles_at_ms',
      'orders.price_ticks',
      'partners.ratio_ppm',
      'positions.close_price_e8',
      'positions.half_spread_ppm',
      'positions.maintenance_rate_ppm',
      'positions.open_price_e8',
      'positions.price_e8',
      'positions.price_step_e8',
      'positions.profit_cap_multiple',
      'positions.realised_pnl_minor',
      'positions.stop_loss_e8',
      'positions.take_profit_e8',
      // What a user wants to hear of, and the index that it was told at: no handler of the engine reads them.
      'price_alerts.fired_price_e8',
      'price_alerts.price_e8',
      'rebates.ratio_ppm',
      'receipts.result',
      'receipts.sample_times_ms',
      'receipts.strike_e8',
      // Above which a user's own plan does not buy.
      'recurring_plans.max_price_e8',
      // Whether a due of it was bought: nothing is decided by it.
      'recurring_purchases.outcome',
      'subscriptions.issue_price_e8',
      'trades.price_ticks',
      // Which sample made due what is left to fire: the engine's, as it was taken.
      'trigger_backlogs.sample_time_ms',
      'trigger_orders.activation_price_ticks',
      // The best price that the engine saw.
      'trigger_orders.best_price_ticks',
      'trigger_orders.price_ticks',
      'trigger_orders.trigger_price_ticks',
      // Seconds of a clock that had run ahead, which count for nothing: it can only take a sample away.
      'void_samples.sample_time_ms',
    ]);
  });

  test.each([
    // A price that was.
    ['index_samples', 'SET price_e8 = price_e8 + 1'],
    ['index_samples', "SET sources = '{}'"],
    // What was agreed, while it is open.
    ['option_orders', "SET strike_e8 = strike_e8 + 1 WHERE status = 'open'"],
    ['option_orders', "SET payout_ratio_ppm = 1 WHERE status = 'open'"],
    ['option_orders', "SET direction = 'rise' WHERE status = 'open'"],
    ['option_orders', "SET window_ms = 1000 WHERE status = 'open'"],
    ['positions', "SET open_price_e8 = 1 WHERE status = 'holding'"],
    ['positions', "SET maintenance_rate_ppm = 500000 WHERE status = 'holding'"],
    ['positions', "SET profit_cap_multiple = 1 WHERE status = 'holding'"],
    // What came of it.
    ['option_orders', "SET result = 'lose', paid_minor = 0 WHERE status = 'settled'"],
    ['option_orders', "SET delivery_price_e8 = 1 WHERE status = 'settled'"],
    ['option_orders', "SET status = 'open' WHERE status = 'settled'"],
    ['positions', "SET close_price_e8 = 1 WHERE status = 'closed'"],
    ['positions', "SET status = 'holding' WHERE status = 'closed'"],
    // And what was said of it.
    ['receipts', "SET result = '{}'"],
    ['receipts', "SET own = '{}'"],
  ])('refuse to change what happened: %s %s', async (table, change) => {
    await expect(sql(`UPDATE ${table} ${change}`)).rejects.toThrow(
      /is append-only: UPDATE refused/,
    );
  });

  test.each([
    'index_samples',
    'option_orders',
    'positions',
    'receipts',
    'journal_entries',
    'posting_rows',
  ])('refuse to forget what happened: %s', async (table) => {
    await expect(sql(`DELETE FROM ${table}`)).rejects.toThrow('is append-only');
    await expect(sql(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('is append-only');
  });

  test('refuse a result that is not that of its outcome, and a payment that is not that of its result', async () => {
    const settle = (result: string, paid: string) =>
      sql(`UPDATE option_orders SET status = 'settled', outcome = 'fall', delivery_price_e8 = 1,
        result = '${result}', paid_minor = ${paid}, profit_minor = ${paid} - stake_minor - fee_minor,
        delivery_receipt_id = 1, settled_at_ms = delivers_at_ms WHERE status = 'open'`);
    await expect(settle('lose', '0')).rejects.toThrow('result_of_outcome');
    await expect(settle('win', '0')).rejects.toThrow('paid_by_result');
  });

  test('new terms change nothing that is open: it ends as it was agreed', async () => {
    const [first] = OPTIONS.times;
    if (first === undefined) throw new Error('no times');
    // The least that may be offered.
    const times = [{ ...first, payoutRatioPpm: ratePpm(500_000n) }];
    await must(sequencer, { kind: 'configure_options', terms: { ...OPTIONS, times } });
    await story.ticks(30, '99.00');
    const [delivery] = (await readChain(opened.database, bob)).toReversed();
    expect(delivery).toMatchObject({
      kind: 'delivery',
      symbol: BTC_USDT.symbol,
      terms: { payout_ratio: '0.750000', window_seconds: 5 },
      result: { outcome: 'fall', result: 'win' },
      own: { paid: '17.500000' },
    });
  });
});
