/**
 * A year for the tax office, over the ledger of a running server on both databases: lots that are the balances, figures that
 * are the sums of their lines, lines that are entries of the journal, and nobody else's; files that others' programs take.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ResponseOf,
  routes,
  TAX_EXPLAINED,
  TAX_FILES,
  TAX_REPORT_FIGURES,
  TAX_REPORT_METHODS,
  type TaxFile,
} from '@fairlead/contract';
import { DEPOSIT_COSTS, TAX_FIGURES, TAX_METHODS } from '@fairlead/formula/tax';
import { parseDecimal } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Reply,
  readReply,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { verify } from '../../custody/test/fixture.ts';
import { fundContract, open, startFuturesServer } from '../../futures/test/fixture.ts';
import { addTreasury, FIFTEEN, fundTrust, host } from '../../hosting/test/fixture.ts';

const TERMS = { year: 2027, method: 'fifo', currency: 'USDT', time_zone: 'Asia/Tokyo' } as const;

const minor = (text: string | undefined, scale = 6): bigint => {
  const value = text === undefined ? undefined : parseDecimal(text.replace('-', ''), scale);
  if (text === undefined || value === undefined) throw new Error(`no amount: ${text}`);
  return text.startsWith('-') ? -value : value;
};

test('the wire’s names are those that are reckoned with', () => {
  expect(TAX_REPORT_METHODS).toEqual(TAX_METHODS);
  expect(TAX_REPORT_FIGURES).toEqual(TAX_FIGURES);
  expect(DEPOSIT_COSTS).toEqual(['unknown', 'zero', 'day_price']);
});

describeDatabases('tax', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let stranger: TestUser;

  beforeAll(async () => {
    server = await startFuturesServer({ kind });
    await server.run({ kind: 'configure_hosting', product: FIFTEEN });
    await addTreasury(server, 100);
    [user, stranger] = [await server.trader(), await server.trader()];
    await verify(server, user.userId);
    const order = { symbol: 'BTC/USDT', type: 'limit' };
    const trade = async (side: 'buy' | 'sell', price: string, quantity: string) => {
      const other = side === 'buy' ? 'sell' : 'buy';
      await server.data('placeOrder', { ...order, side: other, price, quantity }, stranger);
      await server.data('placeOrder', { ...order, side, price, quantity }, user);
    };
    await trade('buy', '100.00', '1');
    await trade('buy', '110.00', '2');
    await trade('sell', '105.00', '1.5');
    await fundContract(server, user, 200);
    await open(server, user);
    await fundTrust(server, user, { currencyId: 3, amount: 500_000000n });
    await host(server, user, { amount: '200' });
    await server.context.candles.save();
  });
  afterAll(() => server.stop());

  /** What is stated is a list, which no form holds. */
  async function ask<Name extends 'taxReport' | 'taxLines'>(
    name: Name,
    request: object,
    { token }: TestUser,
  ): Promise<Reply<Name>> {
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/${routes[name].path}`,
      headers: { authorization: token },
      payload: { ...TERMS, ...request },
    });
    return readReply(response);
  }

  async function told<Name extends 'taxReport' | 'taxLines'>(
    name: Name,
    request: object,
    of: TestUser,
  ): Promise<ResponseOf<Name>> {
    const reply = await ask(name, request, of);
    if (reply.type !== 'ok') throw new Error(`${name}: ${reply.text}`);
    return reply.message;
  }

  const report = (more: object = {}, of = user) => told('taxReport', more, of);
  const lines = (more: object, of = user) => told('taxLines', { limit: 100, ...more }, of);
  const file = async (format: TaxFile, more: object = {}): Promise<string> =>
    (await server.data('taxFile', { ...TERMS, format, ...more }, user)).text;

  test.each(TAX_REPORT_METHODS)(
    'by %s what is held is what the wallet shows, to the unit',
    async (method) => {
      const { holdings } = await report({ method });
      const { accounts } = await server.data('wallet', {}, user);
      const held = new Map<string, bigint>();
      for (const { balances } of accounts)
        for (const { name, total } of balances)
          held.set(name, (held.get(name) ?? 0n) + minor(total, 8));
      for (const [name, total] of held) if (total === 0n) held.delete(name);
      expect(new Map(holdings.map((each) => [each.currency, minor(each.quantity, 8)]))).toEqual(
        held,
      );
    },
  );

  test('each figure is the sum of its lines, and each line is an entry of the journal', async () => {
    for (const method of TAX_REPORT_METHODS) {
      const { figures } = await report({ method, deposit_cost: 'day_price' });
      expect(figures.length).toBeGreaterThan(3);
      for (const { figure, value, count, missing } of figures) {
        const { list, total } = await lines({ method, deposit_cost: 'day_price', figure });
        expect([figure, total, list.length]).toEqual([figure, count, count]);
        const known = list.map((line) => (figure === 'gains' ? line.gain : line.value));
        const sum = known.reduce((all, text) => all + (text === undefined ? 0n : minor(text)), 0n);
        expect([figure, sum]).toEqual([figure, minor(value)]);
        expect(known.filter((text) => text === undefined)).toHaveLength(missing);
        for (const line of list) expect(line.postings.length).toBeGreaterThan(0);
      }
    }
  });

  test('a sale takes the lots of the method, and says from which entries', async () => {
    const gainOf = async (method: string) => {
      const { list } = await lines({ method, deposit_cost: 'day_price', figure: 'gains' });
      const [sale] = list.filter(({ currency }) => currency === 'BTC');
      return sale;
    };
    const [first, last] = [await gainOf('fifo'), await gainOf('lifo')];
    expect(first).toMatchObject({ kind: 'trade', currency: 'BTC', quantity: '1.50000000' });
    // 157.5 USDT less 0.2 %.
    expect(first?.value).toBe('157.185000');
    expect(first?.lots.length).toBeGreaterThan(0);
    // The newest were bought at 110 a piece, with a fee of 0.2 % in BTC: 220 for 1.996.
    expect(last?.lots).toMatchObject([{ quantity: '1.50000000', cost: '165.330661' }]);
    expect(last?.gain).toBe('-8.145661');
  });

  test('a deposit without a stated cost has no gain, and that is said; a stated one has', async () => {
    await server.fund(user.userId, 1, 100_000_000n);
    const { list } = await lines({ figure: 'deposits', of_currency: 'BTC' });
    const deposit = list.at(-1);
    expect(deposit).toMatchObject({ quantity: '1.00000000', missing: 'cost' });
    const unknown = (await report()).holdings.find(({ currency }) => currency === 'BTC');
    expect(unknown).not.toHaveProperty('unrealised');
    const stated = list.map(({ entry_id }) => ({
      entry_id,
      cost: '12.5',
      acquired: '2025-03-01',
    }));
    const known = (await report({ stated })).holdings.find(({ currency }) => currency === 'BTC');
    expect(known).toHaveProperty('unrealised');
    const late = await ask(
      'taxReport',
      { stated: [{ ...stated[0], acquired: '2027-12-31' }] },
      user,
    );
    expect(late.fields).toHaveProperty('stated');
  });

  test('nobody sees anything of another, whatever they state', async () => {
    const guest = await server.register();
    expect(await report({}, guest)).toMatchObject({ figures: [], holdings: [], currencies: [] });
    const { list } = await lines({ figure: 'gains' });
    const stated = list.map(({ entry_id }) => ({ entry_id, cost: '1', acquired: '2025-01-01' }));
    for (const figure of TAX_EXPLAINED)
      expect((await lines({ figure, stated }, guest)).list).toEqual([]);
  });

  test('a year that is not there, a currency without a price and a wrong date are refused', async () => {
    const fields = async (more: object) => (await ask('taxReport', more, user)).fields;
    expect(await fields({ year: 2028 })).toHaveProperty('year');
    expect(await fields({ currency: 'NONE' })).toHaveProperty('currency');
    expect(await fields({ time_zone: 'Mars/Olympus' })).toHaveProperty('time_zone');
    const stated = [{ entry_id: 1, cost: '1', acquired: '2025-02-30' }];
    expect(await fields({ stated })).toHaveProperty('stated');
  });

  describe('files', () => {
    test('have the heads that others ask for', async () => {
      const head = async (format: TaxFile) => (await file(format)).split('\r\n')[0];
      expect(await head('koinly')).toBe(
        'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,' +
          'Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
      );
      expect(await head('cointracking')).toBe(
        'Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date,Tx-ID',
      );
      expect(await head('csv')).toMatch(/^time,figure,entry,/);
    });

    test('Koinly’s amounts less its fees, and CoinTracking’s, are the ledger', async () => {
      const { accounts } = await server.data('wallet', {}, user);
      const total = (name: string): bigint =>
        accounts
          .flatMap(({ balances }) => balances)
          .filter((each) => each.name === name)
          .reduce((sum, each) => sum + minor(each.total, 8), 0n);
      const rowsOf = async (format: TaxFile) =>
        (await file(format))
          .trim()
          .split('\r\n')
          .slice(1)
          .map((row) => row.split(','));
      const sum = (rows: string[][], name: string, [amount, of]: [number, number]): bigint =>
        rows
          .filter((row) => row[of] === name)
          .reduce((all, row) => all + minor(row[amount], 8), 0n);
      for (const name of ['BTC', 'USDT']) {
        const koinly = await rowsOf('koinly');
        expect(
          sum(koinly, name, [3, 4]) - sum(koinly, name, [1, 2]) - sum(koinly, name, [5, 6]),
        ).toBe(total(name));
        const coinTracking = await rowsOf('cointracking');
        expect(sum(coinTracking, name, [1, 2]) - sum(coinTracking, name, [3, 4])).toBe(total(name));
      }
    });

    test('come in parts that are the whole', async () => {
      for (const format of TAX_FILES) {
        const { text, next } = await server.data('taxFile', { ...TERMS, format }, user);
        expect(next).toBeUndefined();
        const rest = await server.data('taxFile', { ...TERMS, format, after: '3' }, user);
        expect(text.endsWith(rest.text)).toBe(true);
        expect(rest.text.length).toBeLessThan(text.length);
      }
    });

    test('a part behind the last entry is refused', async () => {
      for (const format of TAX_FILES) {
        const beyond = { ...TERMS, format, after: '999999999' };
        const { error } = await server.call('taxFile', beyond, user);
        expect([format, error]).toEqual([format, 'validation_failed']);
      }
    });

    test.runIf(spawnSync('bean-check', ['--help']).status === 0)(
      'beancount’s own check takes the file, by each method and cost of deposits',
      async () => {
        const folder = mkdtempSync(path.join(tmpdir(), 'beancount-'));
        try {
          for (const method of TAX_REPORT_METHODS)
            for (const deposit_cost of DEPOSIT_COSTS) {
              const name = path.join(folder, 'year.beancount');
              writeFileSync(name, await file('beancount', { method, deposit_cost }));
              const { stdout, stderr, status } = spawnSync('bean-check', [name], {
                encoding: 'utf8',
              });
              expect([stdout, stderr, status]).toEqual(['', '', 0]);
            }
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    );
  });
});
