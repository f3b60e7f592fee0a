/** Cancel-only mode: nothing opens in any market, and everything that is open ends as it would have. */
import { type Command, Engine, type SetTradingMode } from '@fairlead/engine';
import { BTC_USDT, rejectOf, TestExchange } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';
import { FREE_FUTURES, FuturesExchange } from '../../futures/test/words.ts';

const STOP: SetTradingMode = {
  kind: 'set_trading_mode',
  mode: 'cancel_only',
  cause: 'operator',
  reason: 'an incident',
};
const open = (endsSinceMs: number | undefined): SetTradingMode => ({
  ...STOP,
  mode: 'open',
  ...(endsSinceMs !== undefined && { endsSinceMs }),
});

let exchange: TestExchange;
beforeEach(() => {
  exchange = TestExchange.withMarket(1, 2);
  for (const owner of [1, 2]) {
    exchange.fund(owner, 3, 1_000_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
});

/** Known to nobody, so that each is wrong in every other way too. */
const nothing = { owner: 99, marketId: 77, currencyId: 77, productId: 77, offeringId: 77 };
const OPENINGS = [
  'place_order',
  'amend_order',
  'replace_order',
  'open_position',
  'buy_option',
  'buy_hosting',
  'subscribe',
] as const;

describe('while only cancels are taken', () => {
  test.each(OPENINGS)('%s is refused before anything else of it is looked at', (kind) => {
    const command = { ...nothing, kind } as unknown as Command;
    expect(rejectOf(exchange.execute(command))).not.toBe('cancel_only');
    exchange.run(STOP);
    const before = exchange.engine.stateHash();
    expect(exchange.execute(command)).toEqual({ ok: false, reject: 'cancel_only' });
    expect(exchange.engine.stateHash()).toBe(before);
  });

  test('orders rest and are cancelled, money moves and leaves', () => {
    const { orderId } = exchange.limit(1, 'buy', [9_000, 10]);
    exchange.run(STOP);
    expect(exchange.placeLimit(2, 'sell', [9_000, 10])).toMatchObject({ reject: 'cancel_only' });
    expect(exchange.cancel(1, orderId).ok).toBe(true);
    const moved = { owner: 1, currencyId: 3, amount: amountMinor(5n) };
    exchange.run({ kind: 'transfer', source: 'coin', target: 'trust', ...moved });
    exchange.run({
      kind: 'request_withdrawal',
      ...moved,
      amount: amountMinor(100n),
      fee: amountMinor(1n),
      minimum: amountMinor(10n),
      destination: { kind: 'bank', cardId: 1, text: 'a card' },
      approvalsNeeded: 1,
      valueMinor: amountMinor(100n),
      dailyValueMax: amountMinor(1_000n),
      dailyCountMax: 3,
    });
    exchange.engine.checkInvariants();
  });

  test('positions are closed by their owner and by their triggers; what waits goes on waiting', () => {
    const futures = FuturesExchange.begin({ terms: FREE_FUTURES });
    const own = futures.open(1, 'long', [1, 10]);
    const triggered = futures.open(1, 'long', [1, 10], { takeProfit: 11_000 });
    const waiting = futures.wait(2, 'long', [1, 10, 9_900]);
    futures.run(STOP);
    expect(futures.close(1, own.positionId).ok).toBe(true);
    futures.tick(9_890);
    expect(futures.engine.position(waiting.positionId)?.status).toBe('waiting');
    futures.tick(11_010);
    expect(futures.engine.position(triggered.positionId)).toBeUndefined();
    futures.run(open(futures.engine.trading()?.sinceMs));
    futures.tick(9_890);
    expect(futures.engine.position(waiting.positionId)?.status).toBe('holding');
  });
});

describe('a stop', () => {
  test('is kept over a reload, with its cause, and counts in the hash', () => {
    const before = exchange.engine.stateHash();
    exchange.run(STOP);
    const row = { mode: 'cancel_only', cause: 'operator', reason: STOP.reason, sinceMs: 1_001_000 };
    expect(exchange.engine.takeChanges().trading).toEqual(row);
    expect(exchange.engine.takeChanges().trading).toBeUndefined();
    const reloaded = new Engine(exchange.engine.takeSnapshot());
    expect(reloaded.trading()).toEqual(row);
    expect(reloaded.stateHash()).toBe(exchange.engine.stateHash());
    expect(reloaded.stateHash()).not.toBe(before);
  });

  test('that holds is not begun anew, but a drift takes over from an operator', () => {
    exchange.run(STOP);
    exchange.engine.takeChanges();
    exchange.timeMs += 5_000;
    exchange.run({ ...STOP, reason: 'again' });
    expect(exchange.engine.takeChanges().trading).toBeUndefined();
    exchange.run({ ...STOP, cause: 'drift', reason: 'currency_sum 3 1' });
    expect(exchange.engine.trading()).toMatchObject({ cause: 'drift', sinceMs: 1_006_000 });
    exchange.run(STOP);
    expect(exchange.engine.trading()?.cause).toBe('drift');
  });

  test('is ended only by who means this stop and no other', () => {
    expect(exchange.execute(open(undefined))).toMatchObject({ reject: 'terms_invalid' });
    exchange.run(STOP);
    const since = exchange.engine.trading()?.sinceMs;
    for (const other of [undefined, 1])
      expect(exchange.execute(open(other))).toMatchObject({ reject: 'terms_invalid' });
    exchange.run(open(since));
    expect(exchange.execute(open(since))).toMatchObject({ reject: 'terms_invalid' });
    expect(exchange.limit(1, 'buy', [9_000, 10]).marketId).toBe(BTC_USDT.marketId);
  });

  test.each(['', 'x'.repeat(501)])('needs a reason of 1 to 500 characters', (reason) => {
    expect(exchange.execute({ ...STOP, reason })).toMatchObject({ reject: 'terms_invalid' });
  });
});
