/** Own records as CSV: each kind, by parts, in the zone of the user, and nobody else's. */
import { OWN_EXPORTS, type OwnExport } from '@fairlead/contract';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { exportsOf } from '../../capabilities.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { verify } from '../../custody/test/fixture.ts';
import { fundContract, open, startFuturesServer } from '../../futures/test/fixture.ts';
import { addTreasury, FIFTEEN, fundTrust, host } from '../../hosting/test/fixture.ts';
import { timeZone } from '../calendar-days.ts';
import { exportOwn } from '../exports.ts';

const TODAY = '2027-01-15';
const TOKYO = { from: TODAY, to: TODAY, time_zone: 'Asia/Tokyo' };

/** Cells by head; quotes are kept. */
function table(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.split('\r\n').filter((line) => line !== '');
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])),
  );
}

describeDatabases('own exports', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let stranger: TestUser;

  beforeAll(async () => {
    server = await startFuturesServer({ kind });
    await server.run({ kind: 'configure_hosting', product: FIFTEEN });
    await addTreasury(server, 100);
    [user, stranger] = [await server.trader(), await server.trader()];
    await verify(server, user.userId);
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00' };
    for (const quantity of ['1', '0.5', '0.25'])
      await server.data('placeOrder', { ...order, side: 'sell', quantity }, stranger);
    await server.data('placeOrder', { ...order, side: 'buy', quantity: '1.75' }, user);
    await fundContract(server, user, 200);
    await open(server, user);
    await fundTrust(server, user, { currencyId: 3, amount: 500_000000n });
    await host(server, user, { amount: '200' });
  });
  afterAll(() => server.stop());

  const get = (what: OwnExport, of: TestUser, more: object = {}) =>
    server.data('exportOwn', { what, ...TOKYO, ...more }, of);

  const heads = async (what: OwnExport) => (await get(what, user)).csv.split('\r\n')[0];

  test('each kind has a head of stable names that begins with the time, though it has no row', async () => {
    for (const what of OWN_EXPORTS) expect(await heads(what)).toMatch(/^time,id(,[a-z_]+)+$/);
  });

  test('fills: one row a trade, from the side of the owner, with the offset of the zone', async () => {
    const own = await get('fills', user);
    expect(own.filename).toBe(`fairlead-fills-${TODAY}-${TODAY}.csv`);
    expect(own.rows).toBe(3);
    expect(own).not.toHaveProperty('next');
    const [first] = table(own.csv);
    expect(first).toMatchObject({
      time: '2027-01-15T17:00:00.000+09:00',
      symbol: 'BTC/USDT',
      side: 'buy',
      role: 'taker',
      price: '100.00',
      quantity: '1.000',
      amount: '100.000000',
      fee: '0.00200000',
      fee_currency: 'BTC',
    });
    const [other] = table((await get('fills', stranger)).csv);
    expect(other).toMatchObject({ side: 'sell', role: 'maker', fee_currency: 'USDT' });
  });

  test('orders, positions, locked orders, transfers and postings are those of the lists', async () => {
    const [order] = table((await get('orders', user)).csv);
    expect(order).toMatchObject({ status: 'completed', filled_quantity: '1.750' });
    const [position] = table((await get('positions', user)).csv);
    expect(position).toMatchObject({ status: 'holding', lots: '10', closed_time: '' });
    const [locked] = table((await get('locked_orders', user)).csv);
    expect(locked).toMatchObject({ amount: '200.000000', currency: 'USDT', damages: '' });
    expect((await get('transfers', user)).rows).toBe(2);
    const { total } = await server.data('records', {}, user);
    const postings = await get('postings', user, { lang: 'esp' });
    expect(postings.rows).toBe(total);
    const trade = table(postings.csv).find(({ kind: each }) => each === 'trade');
    expect(trade?.['note']).toMatch(/^Operación \d+$/);
  });

  test('orders say their list, what they show, whom they spare and till when, behind all else', async () => {
    const owner = await server.trader();
    const sell = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', quantity: '1' };
    const expires_at = server.clock.now() + 60_000;
    const more = { display_quantity: '0.1', self_trade_prevention: 'expire_maker', expires_at };
    await server.data('placeOrder', { ...sell, price: '108.00', ...more }, owner);
    const { side, type, quantity } = sell;
    const stop = { side, type: 'market', quantity, trigger: 'stop', trigger_price: '80.00' };
    const legs = [{ side, type, quantity, price: '109.00' }, stop];
    const asked = { kind: 'oco', symbol: 'BTC/USDT', legs };
    const { order_list: list } = await server.data('placeOrderList', asked, owner);
    const [iceberg, limit] = table((await get('orders', owner)).csv);
    expect(iceberg).toMatchObject({
      ...{ list_id: '', display_quantity: '0.100', self_trade_prevention: 'expire_maker' },
      expires_time: expect.stringMatching(/^2027-01-15T.*\+09:00$/),
    });
    expect(limit).toMatchObject({
      ...{ list_id: String(list.id), display_quantity: '', expires_time: '' },
    });
    const [waiting] = table((await get('trigger_orders', owner)).csv);
    expect(waiting).toMatchObject({ trigger: 'stop', list_id: String(list.id) });
    const head = (await heads('orders'))?.split(',') ?? [];
    expect(head.slice(-5)).toEqual([
      ...['updated_time', 'list_id', 'display_quantity', 'self_trade_prevention', 'expires_time'],
    ]);
    await server.data('cancelOrderList', { list_id: list.id }, owner);
  });

  test('orders and stops are narrowed as their lists are, and other kinds by nothing', async () => {
    const rows = async (what: OwnExport, more: object) => (await get(what, stranger, more)).rows;
    for (const [more, count] of [
      [{ side: 'sell' }, 3],
      [{ side: 'buy' }, 0],
      [{ status: 'completed', type: 'limit', symbol: 'BTC/USDT' }, 3],
      [{ type: 'market' }, 0],
      [{ symbol: 'ETH/USDT' }, 0],
    ] as const)
      expect(await rows('orders', more)).toBe(count);
    const stop = { symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: '0.001' };
    await server.data(
      'placeTrigger',
      { ...stop, trigger: 'stop', trigger_price: '90.00' },
      stranger,
    );
    expect(table((await get('trigger_orders', stranger, { trigger: 'stop' })).csv)).toEqual([
      expect.objectContaining({ trigger_price: '90.00', status: 'waiting', order_id: '' }),
    ]);
    expect(await rows('trigger_orders', { trigger: 'take_profit' })).toBe(0);
    for (const [what, field] of [
      ['orders', 'trigger'],
      ['fills', 'side'],
    ] as const)
      expect(
        (await server.call('exportOwn', { what, ...TOKYO, trigger: 'stop', side: 'buy' }, user))
          .fields,
      ).toHaveProperty(field);
  });

  test('the day is that of the zone', async () => {
    const yesterday = { from: '2027-01-14', to: '2027-01-14' };
    expect((await get('postings', user, yesterday)).rows).toBe(0);
    const late = { ...yesterday, time_zone: 'Pacific/Honolulu' };
    expect((await get('postings', user, late)).rows).toBeGreaterThan(0);
  });

  test.each(['postings', 'fills', 'orders', 'transfers'] as const)(
    '%s: parts joined are the whole',
    async (what) => {
      const { own } = exportsOf(server.context);
      const say = textsOf('en');
      const request = {
        owner: user.userId,
        fromMs: 0,
        toMs: server.clock.nowMs + 1,
        zone: timeZone('UTC', say),
        say,
      };
      const whole = await exportOwn(own, what, { ...request, after: undefined });
      let after: string | undefined;
      let joined = '';
      let rows = 0;
      do {
        const part = await exportOwn(own, what, { ...request, after }, 1);
        joined += part.csv;
        rows += part.rows;
        after = part.next;
      } while (after !== undefined);
      expect(joined).toBe(whole.csv);
      expect(rows).toBe(whole.rows);
    },
  );

  test('nothing of anybody else is in any of them, whatever the cursor', async () => {
    const nobody = await server.register();
    for (const what of OWN_EXPORTS) {
      expect((await get(what, nobody)).rows).toBe(0);
      const after = { postings: '1.0', transfers: '1.0' }[String(what)] ?? '1';
      expect((await get(what, nobody, { after })).csv).toBe('');
    }
  });

  test('a text that begins a formula is read as text', async () => {
    await server.run({
      kind: 'open_deposit',
      owner: user.userId,
      depositKind: 'crypto',
      currencyId: 3,
      chain: 'TRC20',
      txId: '=HYPERLINK("x")',
      amount: amountMinor(1_000000n),
      isPriority: false,
      openMax: 10,
    });
    const { csv } = await get('deposits', user);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test.each([
    [{ after: '1;2' }, 'after'],
    [{ after: '1.2' }, 'after'],
    [{ after: '-1' }, 'after'],
    [{ what: 'users' }, 'what'],
    [{ to: '2028-01-16' }, 'to'],
    [{ time_zone: 'Nowhere/Town' }, 'time_zone'],
    [{ owner: '1' }, 'owner'],
  ])('refuses %j', async (change, field) => {
    const reply = await server.call('exportOwn', { what: 'orders', ...TOKYO, ...change }, user);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toEqual([field]);
  });
});
