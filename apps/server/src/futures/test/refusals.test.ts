/** What positions are refused for: each code, bad input field by field, and what a price does that moves or is old. */
import { BTC_USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { passSeconds, sample } from '../../options/test/fixture.ts';
import {
  addCapital,
  askAtIndex,
  atIndex,
  CONTRACT_CAPITAL,
  FUTURES_TERMS,
  holderOf,
  long,
  open,
  startFuturesServer,
  waitingLong,
} from './fixture.ts';

/** Waits for samples end when a test says so. */
const timers = new Set<() => void>();
const startTimer = (run: () => void) => {
  timers.add(run);
  return () => timers.delete(run);
};

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startFuturesServer({ startTimer });
  user = await holderOf(server);
});
afterAll(async () => {
  expect((await server.context.reconciler.checkQuick()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkEngine()).drifts).toEqual([]);
  await server.stop();
});

interface Refusal {
  readonly error: string | undefined;
  readonly status: number;
  readonly fields: readonly string[];
}

/** Asks for an opening, lets one second pass with its sample; nothing may move. */
async function refusal(
  request: Record<string, unknown>,
  { of = user, price = '100' }: { readonly of?: TestUser; readonly price?: string } = {},
): Promise<Refusal> {
  const before = await server.ledger();
  const { token } = of;
  const { error, status, fields } = await atIndex(server, 'openPosition', request, {
    token,
    price,
  });
  expect(await server.ledger()).toBe(before);
  return { error, status, fields: Object.keys(fields ?? {}) };
}

describe('an opening is refused', () => {
  const CASES: readonly (readonly [string, Record<string, unknown>, Refusal])[] = [
    [
      'in an unknown market',
      long({ symbol: 'NO/SUCH' }),
      { error: 'not_found', status: 404, fields: [] },
    ],
    [
      'in a market without futures',
      waitingLong('9', { symbol: 'ETH/USDT' }),
      { error: 'not_offered', status: 400, fields: ['multiple'] },
    ],
    [
      'at a multiple that is not in the list',
      long({ multiple: '11' }),
      { error: 'not_offered', status: 400, fields: ['multiple'] },
    ],
    [
      'of fewer lots than the least',
      long({ lots: '1' }),
      { error: 'below_minimum', status: 400, fields: [] },
    ],
    [
      'of more lots than the most',
      long({ lots: '1001' }),
      { error: 'above_maximum', status: 400, fields: ['lots'] },
    ],
    [
      'of 2^53 − 1 lots',
      long({ lots: String(Number.MAX_SAFE_INTEGER) }),
      { error: 'above_maximum', status: 400, fields: ['lots'] },
    ],
    [
      'worth more than its multiple allows',
      long({ lots: '100', multiple: '100' }),
      { error: 'above_maximum', status: 400, fields: ['lots'] },
    ],
    [
      'at a limit too far from the index',
      waitingLong('79.99'),
      { error: 'price_out_of_band', status: 400, fields: ['price'] },
    ],
    [
      'with a stop-loss above a long',
      long({ stop_loss: '101' }),
      { error: 'stops_invalid', status: 400, fields: [] },
    ],
    [
      'with a take-profit below a waiting long',
      waitingLong('95', { take_profit: '94' }),
      { error: 'stops_invalid', status: 400, fields: [] },
    ],
    [
      'with less than margin and fee',
      long({ lots: '480', multiple: '10', side: 'short' }),
      { error: 'insufficient_balance', status: 400, fields: ['lots'] },
    ],
  ];

  test.each(CASES)('%s', async (_name, request, expected) => {
    const of = expected.error === 'insufficient_balance' ? await holderOf(server, 100) : user;
    expect(await refusal(request, { of })).toEqual(expected);
  });

  test('when the account has nothing, in the words of its owner', async () => {
    const poor = await server.register();
    const { token } = poor;
    const reply = await atIndex(server, 'openPosition', long(), {
      token,
      headers: { 'language-mark': 'esp' },
    });
    expect(reply).toMatchObject({ error: 'insufficient_balance' });
    expect(reply.text).toContain('Saldo');
  });

  test('while its market is halted, or the product is off; closes and stops go on', async () => {
    const holder = await holderOf(server);
    const { id } = await open(server, holder);
    const setState = (state: 'halted' | 'open') =>
      server.run({ kind: 'set_market_state', marketId: BTC_USDT.marketId, state });
    await setState('halted');
    expect((await refusal(long())).error).toBe('market_closed');
    expect((await refusal(waitingLong('90'))).error).toBe('market_closed');
    const stops = { position_id: id, stop_loss: '90' };
    expect((await server.data('setStops', stops, holder)).position.stop_loss).toBe('90.00');
    const closed = await atIndex(server, 'closePosition', { position_id: id }, holder);
    expect(closed.message.position.status).toBe('closed');
    await setState('open');
    await server.run({ kind: 'configure_futures', terms: { ...FUTURES_TERMS, isOpen: false } });
    expect((await refusal(long())).error).toBe('market_closed');
    await server.run({ kind: 'configure_futures', terms: FUTURES_TERMS });
  });

  test('to a frozen account, whose positions can still be closed', async () => {
    const holder = await holderOf(server);
    const { id } = await open(server, holder);
    await server.run({ kind: 'set_owner_state', owner: holder.userId, isFrozen: true });
    expect((await refusal(long(), { of: holder })).error).toBe('account_frozen');
    const closed = await atIndex(server, 'closePosition', { position_id: id }, holder);
    expect(closed.message.position).toMatchObject({ status: 'closed', close_reason: 'user' });
  });

  test('beyond the most that one user may have in the market', async () => {
    const holder = await holderOf(server);
    for (const price of ['90', '91', '92'])
      await server.data('openPosition', waitingLong(price, { lots: '2' }), holder);
    expect((await refusal(long(), { of: holder })).error).toBe('too_many_orders');
  });

  test('for a client order id that was used, also by a position that is over', async () => {
    const holder = await holderOf(server);
    const named = waitingLong('90', { client_order_id: 'once' });
    const { position } = await server.data('openPosition', named, holder);
    expect(await refusal(named, { of: holder })).toMatchObject({
      error: 'duplicate_client_order_id',
    });
    await server.data('closePosition', { position_id: position.id }, holder);
    expect(await refusal(long({ client_order_id: 'once' }), { of: holder })).toMatchObject({
      error: 'duplicate_client_order_id',
    });
    // A reversal opens under a name too: one that was used must cost nobody a batch.
    const { id } = await open(server, holder);
    const reversal = { position_id: id, client_order_id: 'once' };
    expect(await atIndex(server, 'reversePosition', reversal, holder)).toMatchObject({
      ...{ status: 400, error: 'duplicate_client_order_id' },
    });
    const turned = await atIndex(
      server,
      'reversePosition',
      { position_id: id, client_order_id: 'turned' },
      holder,
    );
    expect(turned.status).toBe(200);
    expect(await refusal(long({ client_order_id: 'turned' }), { of: holder })).toMatchObject({
      error: 'duplicate_client_order_id',
    });
    // Another user's names are their own.
    const other = await holderOf(server);
    expect((await server.call('openPosition', named, other)).status).toBe(200);
  });

  test('house_limit: when the house could not pay all that may be won', async () => {
    const { total, frozen } = await houseBalance();
    const free = Number((total - frozen) / 1_000000n);
    await addCapital(server, 'contract_house', 101 - free);
    const holder = await holderOf(server);
    // 11 lots reserve 10 × 11.0011 USDT.
    expect((await refusal(long({ lots: '11' }), { of: holder })).error).toBe('house_limit');
    expect(await open(server, holder)).toMatchObject({ status: 'holding' });
    await addCapital(server, 'contract_house', CONTRACT_CAPITAL);
  });

  test('house_limit: beyond the greatest open interest', async () => {
    // A position is worth 100.01; a quarter of what a market takes is one owner's.
    const take = (max: bigint) => ({
      kind: 'configure_futures' as const,
      terms: { ...FUTURES_TERMS, openInterestMaxMinor: amountMinor(max) },
    });
    await server.run(take(400_000000n));
    expect((await refusal(long())).error).toBe('above_maximum');
    await server.run(take(1_000_000_000000n));
    const others = await Promise.all(Array.from({ length: 4 }, () => holderOf(server)));
    for (const holder of others) await open(server, holder);
    await server.run(take(450_000000n));
    expect((await refusal(long())).error).toBe('house_limit');
    await server.run({ kind: 'configure_futures', terms: FUTURES_TERMS });
  });

  test('while the books do not add up; a close is not', async () => {
    const holder = await holderOf(server);
    const { id } = await open(server, holder);
    const break_ = (by: string) =>
      server.context.database.query(
        `UPDATE balances SET total_minor = total_minor ${by} WHERE account = 'external' AND currency_id = 3`,
      );
    await break_('- 1');
    await server.context.reconciler.checkQuick();
    expect(await server.call('openPosition', waitingLong('90'), holder)).toMatchObject({
      status: 503,
      error: 'unavailable',
    });
    const closed = await atIndex(server, 'closePosition', { position_id: id }, holder);
    expect(closed.message.position.status).toBe('closed');
    await break_('+ 1');
    await server.settleBooks();
  });

  const houseBalance = async () => {
    const [row] = await server.context.database.query<{ total: bigint; frozen: bigint }>(
      `SELECT total_minor AS total, frozen_minor AS frozen FROM balances WHERE account = 'contract_house'`,
    );
    if (row === undefined) throw new Error('no contract house');
    return row;
  };
});

describe('a price', () => {
  test('more than 0.05 % worse than shown is price_moved, and better ones are taken', async () => {
    const shown = long({ shown_price: '100.01' });
    // 100.06 × 1.0001 is 100.0701 on the step; 0.05 % above 100.01 is 100.060005.
    expect((await refusal(shown, { price: '100.06' })).error).toBe('price_moved');
    const short = long({ side: 'short', shown_price: '99.99' });
    expect((await refusal(short, { price: '99.94' })).error).toBe('price_moved');
    const holder = await holderOf(server);
    expect(await open(server, holder, { more: shown, price: '98' })).toMatchObject({
      open_price: '98.0098',
    });
    expect(await open(server, holder, { more: shown, price: '100.04' })).toMatchObject({
      open_price: '100.0501',
    });
    await passSeconds(server, 1);
  });

  test('P5: made of quotes older than two seconds opens nothing', async () => {
    const { answer } = await askAtIndex(server, 'openPosition', long(), user);
    server.clock.nowMs += 1_000;
    await sample(server, { price: '100', quoteAgeMs: 2_001 });
    expect(await answer).toMatchObject({ status: 400, error: 'price_stale' });
  });

  test('that does not come is price_stale for openings and closes alike', async () => {
    const holder = await holderOf(server);
    const { id } = await open(server, holder);
    const opening = await askAtIndex(server, 'openPosition', long(), holder);
    const closing = await askAtIndex(server, 'closePosition', { position_id: id }, holder);
    const all = await askAtIndex(server, 'closePositions', {}, holder);
    // The last sample is a second old and fresh, but it was there before they asked.
    for (const run of [...timers]) run();
    for (const { answer } of [opening, closing, all])
      expect(await answer).toMatchObject({ status: 400, error: 'price_stale' });
    expect((await server.data('positions', { status: 'holding' }, holder)).total).toBe(1);
  });

  test('that is stale lets a limit wait, wherever it lies', async () => {
    const holder = await holderOf(server);
    server.clock.nowMs += 11_000;
    const { position } = await server.data('openPosition', waitingLong('50'), holder);
    expect(position).toMatchObject({ status: 'waiting' });
    expect(position).not.toHaveProperty('current_price');
    await passSeconds(server, 1);
  });
});

describe('bad input', () => {
  const OPENINGS: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
    ['a limit without a price', long({ type: 'limit' }), ['price']],
    ['a market order with a price', long({ price: '100' }), ['price']],
    ['a price between two steps', waitingLong('99.99995'), ['price']],
    [
      'stops between two steps',
      long({ take_profit: '110.00001', stop_loss: '90.55555' }),
      ['take_profit', 'stop_loss'],
    ],
    ['a shown price with nine decimals', long({ shown_price: '100.000000001' }), ['shown_price']],
    ['a price of 2^53 hundred-millionths', waitingLong('90071993.00'), ['price']],
    ['a huge price', waitingLong('9'.repeat(40)), ['price']],
    ['a price of zero', waitingLong('0'), ['price']],
    ['a negative price', waitingLong('-1'), ['price']],
    ['a price with an exponent', waitingLong('1e2'), ['price']],
    ['a stop of zero', long({ stop_loss: '0.00' }), ['stop_loss']],
    ['no lots', long({ lots: '0' }), ['lots']],
    ['half a lot', long({ lots: '2.5' }), ['lots']],
    ['negative lots', long({ lots: '-10' }), ['lots']],
    ['2^53 lots', long({ lots: '9007199254740992' }), ['lots']],
    ['lots beyond any number', long({ lots: '9'.repeat(40) }), ['lots']],
    ['a multiple of zero', long({ multiple: '0' }), ['multiple']],
    ['a multiple with decimals', long({ multiple: '10.0' }), ['multiple']],
    ['a side of spot', long({ side: 'buy' }), ['side']],
    ['a type of spot', long({ type: 'stop' }), ['type']],
    ['a field that names an account', long({ account: 'coin' }), ['account']],
    ['a field that names a price of its own', long({ open_price: '1' }), ['open_price']],
    ['nothing', {}, ['symbol', 'side', 'type', 'lots', 'multiple']],
  ];

  test.each(OPENINGS)('%s', async (_name, request, fields) => {
    const before = await server.ledger();
    const reply = await server.call('openPosition', request, user);
    expect([reply.status, reply.error]).toEqual([422, 'validation_failed']);
    expect(Object.keys(reply.fields ?? {}).sort()).toEqual([...fields].sort());
    for (const text of Object.values(reply.fields ?? {})) expect(text).not.toBe('');
    expect(await server.ledger()).toBe(before);
  });

  test('numbers in JSON are no prices', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/lever/submit',
      headers: { authorization: user.token, 'idempotency-key': 'json' },
      payload: { ...long(), type: 'limit', price: 99.5, lots: 10, multiple: 10 },
    });
    expect(JSON.parse(response.body)).toMatchObject({ error: 'validation_failed' });
  });

  test('stops of a position are on its own step', async () => {
    const { position } = await server.data('openPosition', waitingLong('95'), user);
    for (const bad of [{ take_profit: '110.00001' }, { stop_loss: 'x' }, { stop_loss: '-1' }]) {
      const reply = await server.call('setStops', { position_id: position.id, ...bad }, user);
      expect([reply.status, Object.keys(reply.fields ?? {})]).toEqual([422, Object.keys(bad)]);
    }
    await server.data('closePosition', { position_id: position.id }, user);
  });

  test('without a key nothing is done', async () => {
    const calls = {
      submit: waitingLong('90'),
      setstop: { position_id: 1 },
      close: { position_id: 1 },
      close_all: {},
    };
    for (const [path, payload] of Object.entries(calls)) {
      const response = await server.app.inject({
        method: 'POST',
        url: `/api/lever/${path}`,
        headers: { authorization: user.token },
        payload,
      });
      expect(JSON.parse(response.body).error).toBe('idempotency_key_required');
    }
  });
});
