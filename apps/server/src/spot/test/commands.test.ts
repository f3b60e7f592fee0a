/** What orders meet beside the writer: the terms that they were read by, the gate of their market, books that add up. */
import { ProblemError } from '@fairlead/contract';
import type { PlaceOrder } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { type Asked, ReadAgainError } from '../../core/commands/rules.ts';
import { OrderGate } from '../../core/operations/order-gate.ts';
import { Terms } from '../../market/index.ts';
import { spotCommands } from '../commands.ts';

const { marketId } = BTC_USDT;
const command = { kind: 'place_order', owner: 3, marketId } as PlaceOrder;

function stage() {
  const terms = new Terms();
  terms.apply({ currencies: [BTC, USDT], markets: [BTC_USDT], grids: [] });
  const orderGate = new OrderGate();
  const reconciler = { isSound: true };
  const rules = spotCommands({
    ...{ terms, orderGate, reconciler },
    database: {} as never,
    sequencer: { waitingOrderId: () => undefined },
  });
  const reading = terms.readingOf(marketId);
  const admit = (asked: readonly Asked<PlaceOrder>[]) => {
    const admissions = rules.place_order?.admit?.(asked);
    if (!Array.isArray(admissions)) throw new TypeError('it need not wait');
    return admissions.map((each) => (each instanceof ProblemError ? each.code : each));
  };
  return { terms, orderGate, reconciler, admit, asked: { command, reading } };
}

describe('an order', () => {
  test('that was read by another tick or lot is read again, and has entered nothing', async () => {
    const { terms, orderGate, admit, asked } = stage();
    const finer = { ...BTC_USDT, lotBaseMinor: amountMinor(BTC_USDT.lotBaseMinor / 10n) };
    terms.apply({ currencies: [], markets: [finer], grids: [] });
    expect(() => admit([{ command, reading: terms.readingOf(marketId) }, asked])).toThrow(
      ReadAgainError,
    );
    // Nothing is under way: a change of the market need not wait.
    expect(await orderGate.whileClosed(marketId, async () => 'changed')).toBe('changed');
    expect(admit([{ command, reading: terms.readingOf(marketId) }])).toMatchObject([{ command }]);
  });

  test('of a market that is unknown to whoever reads it is never admitted', () => {
    const { admit } = stage();
    expect(() => admit([{ command }])).toThrow(ReadAgainError);
  });

  test('keeps a change of its market waiting until it leaves, and meets a closed gate meanwhile', async () => {
    const { orderGate, admit, asked } = stage();
    const [admitted] = admit([asked]);
    const changed = orderGate.whileClosed(marketId, async () => 'changed');
    expect(admit([asked, asked])).toEqual(['market_closed', 'market_closed']);
    admitted?.leave();
    expect(await changed).toBe('changed');
    expect(admit([asked])).toMatchObject([{ command }]);
  });

  test('is refused while the books do not add up', () => {
    const { reconciler, admit, asked } = stage();
    reconciler.isSound = false;
    expect(admit([asked])).toEqual(['unavailable']);
  });
});
