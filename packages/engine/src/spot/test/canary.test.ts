/**
 * The tests tested: bugs planted on purpose must be found by the comparison that the model tests make,
 * within as many commands as those run. Each bug is one that an exchange has had.
 */
import type { Command, Market } from '@fairlead/engine';
import {
  NaiveExchange,
  type NaiveOrder,
  type NaiveResult,
  type NaiveTrigger,
  RandomCommands,
} from '@fairlead/testkit';
import { priceTicks, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { Comparison } from './compare-with-naive.ts';

/** Planting a bug in the oracle or in the engine is the same to a comparison. */
class Planted extends NaiveExchange {
  readonly #change: (command: Command) => Command;

  constructor(change: (command: Command) => Command) {
    super();
    this.#change = change;
  }

  override execute(command: Command, timeMs: number): NaiveResult {
    return super.execute(this.#change(command), timeMs);
  }
}

function changedMarket(change: (market: Market) => Partial<Market>): (command: Command) => Command {
  return (command) =>
    command.kind === 'configure_market'
      ? { ...command, market: { ...command.market, ...change(command.market) } }
      : command;
}

const bugs: readonly (readonly [string, (command: Command) => Command])[] = [
  [
    'maker and taker fees swapped',
    changedMarket((market) => ({
      makerFeePpm: market.takerFeePpm,
      takerFeePpm: market.makerFeePpm,
    })),
  ],
  [
    'a fee that is one millionth short',
    changedMarket((market) => ({ takerFeePpm: ratePpm(market.takerFeePpm - 1n) })),
  ],
  [
    'Q1: a rate above the one that was shown',
    (command) => {
      if (command.kind !== 'place_order') return command;
      const { shownFeePpm: _, ...order } = command;
      return order;
    },
  ],
  ['no minimum', changedMarket(() => ({ minNotionalMinor: 0n as Market['minNotionalMinor'] }))],
  [
    'one more open order',
    changedMarket(({ openOrdersMax }) => ({ openOrdersMax: openOrdersMax + 1 })),
  ],
  ['a wider band', changedMarket(() => ({ marketBandPpm: ratePpm(20_400n) }))],
  [
    'post_only that takes',
    (command) =>
      command.kind === 'place_order' && command.timeInForce === 'post_only'
        ? { ...command, timeInForce: 'gtc' }
        : command,
  ],
  [
    'fill or kill that fills in part',
    (command) =>
      command.kind === 'place_order' && command.timeInForce === 'fok'
        ? { ...command, timeInForce: 'ioc' }
        : command,
  ],
  [
    'a stop that waits for the other price',
    (command) =>
      command.kind === 'place_trigger'
        ? { ...command, triggerBy: command.triggerBy === 'index' ? 'last' : 'index' }
        : command,
  ],
  [
    'a stop that is a tick away from where it was set',
    (command) =>
      command.kind === 'place_trigger'
        ? { ...command, triggerPrice: priceTicks(command.triggerPrice + 1) }
        : command,
  ],
  [
    'a stop that shows all of the limit it becomes',
    (command) => {
      if (command.kind !== 'place_trigger' || command.order.type !== 'limit') return command;
      const { display: _, ...order } = command.order;
      return { ...command, order };
    },
  ],
  [
    'an order of a list that goes where it should have passed its owner’s',
    changedLegs('selfTrade'),
  ],
  ['an order of a list that outlives its time', changedLegs('expiresAtMs')],
  [
    'a cancel that does not look at what was filled',
    (command) => {
      if (command.kind !== 'cancel_order') return command;
      const { onlyFilled: _, ...cancel } = command;
      return cancel;
    },
  ],
  [
    'an amendment of a pending order that is forgotten',
    (command) => {
      if (command.kind !== 'amend_trigger') return command;
      const { quantity: _, ...amend } = command;
      return amend;
    },
  ],
];

/** Without one of the terms of the orders of a list. */
function changedLegs(left: 'selfTrade' | 'expiresAtMs'): (command: Command) => Command {
  return (command) =>
    command.kind === 'place_list'
      ? { ...command, legs: command.legs.map(({ [left]: _, ...leg }) => leg) }
      : command;
}

/** What waits for another price since it was amended is set off by one from before. */
class AmendedIsOld extends NaiveExchange {
  override execute(command: Command, timeMs: number): NaiveResult {
    const result = super.execute(command, timeMs);
    if (command.kind !== 'amend_trigger' || typeof result === 'string') return result;
    for (const trigger of this.triggers) trigger.sinceId = undefined;
    return result;
  }
}

/** What an order shows next keeps the place of what it showed before. */
class KeepsItsPlace extends NaiveExchange {
  override execute(command: Command, timeMs: number): NaiveResult {
    const places = new Map(this.orders.map((order) => [order, order.priority]));
    const result = super.execute(command, timeMs);
    for (const order of this.orders) {
      const isAmended = command.kind === 'amend_order';
      if (order.display !== undefined && !isAmended)
        order.priority = places.get(order) ?? order.priority;
    }
    return result;
  }
}

/** Only what an order shows is frozen for it. */
class HoldsWhatIsShown extends NaiveExchange {
  override frozen(owner: number, currencyId: number): bigint {
    const all = super.frozen(owner, currencyId);
    const hidden = this.orders
      .filter(({ owner: of, side }) => of === owner && side === 'sell')
      .filter(({ marketId }) => this.market(marketId).baseCurrencyId === currencyId)
      .map((order) => (order.hidden ?? 0n) * this.market(order.marketId).lotBaseMinor);
    return hidden.reduce((left, each) => left - each, all);
  }
}

/** Orders that waited for a price are charged what the market charges when they are due. */
class TriggeredByMarket extends NaiveExchange {
  override execute(command: Command, timeMs: number): NaiveResult {
    const result = super.execute(command, timeMs);
    if (command.kind !== 'configure_market') return result;
    const { marketId, makerFeePpm, takerFeePpm } = command.market;
    this.triggers = this.triggers.map((trigger) =>
      trigger.marketId === marketId ? { ...trigger, rates: { makerFeePpm, takerFeePpm } } : trigger,
    );
    return result;
  }
}

/** Of two that exclude each other each freezes what it needs. */
class HoldsBoth extends NaiveExchange {
  override frozen(owner: number, currencyId: number): bigint {
    const open = [...this.everyList.values()].filter(({ status }) => status === 'open');
    return open.reduce(
      (sum, { owner: of, marketId, secondId = 0, firstId }) => {
        const second = this.everyTrigger.get(secondId);
        const { baseCurrencyId } = this.market(marketId);
        const isIts = of === owner && second?.side === 'sell' && baseCurrencyId === currencyId;
        const first = this.everyOrder.get(firstId);
        return isIts ? sum + (first?.quantity ?? 1n) * this.market(marketId).lotBaseMinor : sum;
      },
      super.frozen(owner, currencyId),
    );
  }
}

/** What was filled of one leaves the other where it is. */
class LeavesTheOther extends NaiveExchange {
  protected override endTrigger(trigger: NaiveTrigger, reason: string): NaiveTrigger {
    return reason === 'other_leg' ? trigger : super.endTrigger(trigger, reason);
  }
}

/** What is behind an order is placed with a fill of a part. */
class PlacesBehindParts extends NaiveExchange {
  protected override isFilled(order: NaiveOrder): boolean {
    return super.isFilled(order) || order.filledQuantity > 0n;
  }
}

/** What sells what was bought sells what was bought, and not what was received. */
class SellsBeforeFees extends NaiveExchange {
  protected override receivedBy(order: NaiveOrder): bigint | undefined {
    const received = super.receivedBy(order);
    return received === undefined ? undefined : received + order.fee;
  }
}

/** A trade that came before one was put up sets it off. */
class FiresAtEarlierTrades extends NaiveExchange {
  override execute(command: Command, timeMs: number): NaiveResult {
    const result = super.execute(command, timeMs);
    for (const trigger of this.triggers)
      if (trigger.sinceId !== undefined) trigger.sinceId = trigger.triggerId;
    return result;
  }
}

/** Q1: the market's present fees are charged, not those of the order's placing. */
class ByMarket extends NaiveExchange {
  override execute(command: Command, timeMs: number): NaiveResult {
    const result = super.execute(command, timeMs);
    if (command.kind !== 'configure_market') return result;
    const { marketId, makerFeePpm, takerFeePpm } = command.market;
    this.orders = this.orders.map((order) =>
      order.marketId === marketId
        ? { ...order, makerRate: makerFeePpm, takerRate: takerFeePpm }
        : order,
    );
    return result;
  }
}

describe('a planted bug is found', () => {
  test('Q1: a waiting order is charged the fees of today', () => {
    expect(() => run(new ByMarket())).toThrow();
  });

  test('a triggered order is charged the fees of today', () => {
    expect(() => run(new TriggeredByMarket())).toThrow();
  });

  test('what an order shows next keeps its place', () => {
    expect(() => [1, 2].forEach((seed) => void run(new KeepsItsPlace(), seed))).toThrow();
  });

  test('only what an order shows is frozen', () => {
    expect(() => run(new HoldsWhatIsShown())).toThrow();
  });

  test.each([
    ['both of a list freeze what they need', HoldsBoth],
    ['one of two stays when the other is filled', LeavesTheOther],
    ['a fill of a part places what is behind', PlacesBehindParts],
    ['what is sold again is what was bought before the fee', SellsBeforeFees],
    ['an order of a list waits from before it was put up', FiresAtEarlierTrades],
    ['what was amended is set off by an earlier price', AmendedIsOld],
  ] as const)('of lists: %s', (_, Naive) => {
    const runs = () => [1, 2, 3].forEach((seed) => void run(new Naive(), seed));
    expect(runs).toThrow(expect.objectContaining({ name: 'AssertionError' }));
  });

  test.each(bugs)('%s', (_, change) => {
    expect(() => [1, 2, 3].forEach((seed) => void run(new Planted(change), seed))).toThrow();
  });

  test('and without one nothing is', () => {
    expect(() => run(new Planted((command) => command))).not.toThrow();
  });
});

function run(naive: NaiveExchange, seed = 1): void {
  const comparison = new Comparison(naive);
  const commands = new RandomCommands(seed);
  for (let at = 0; at < 2_500; at += 1) {
    const { command, timeMs } = commands.next();
    comparison.run(command, timeMs);
    commands.orderIdMax = naive.lastOrderId;
  }
}
