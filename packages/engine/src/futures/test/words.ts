/** Short words for stories about futures. Prices and amounts are texts or numbers in USDT, as a person says them. */
import type {
  FuturesTerms,
  HouseAccount,
  OpenPosition,
  PositionRow,
  Reject,
  Result,
  StopKind,
} from '@fairlead/engine';
import { BTC, BTC_USDT, rejectOf, USDT } from '@fairlead/testkit';
import { amountMinor, assert, PRICE_SCALE, ratePpm } from '@fairlead/units';
import { boardText, e8, StoryExchange, type Text, text, usdt } from '../../../test/kit/words.ts';

/**
 * Lots of 0.01 BTC, 0.5 % maintenance, fees of 0.05 % of which a fifth goes to the insurance fund, half a spread of
 * 0.01 %: the terms that a demo begins with.
 */
export const BTC_FUTURES: FuturesTerms = {
  marketId: BTC_USDT.marketId,
  lotBaseMinor: amountMinor(1_000_000n),
  lotsMin: 1,
  lotsMax: 10_000,
  multiples: [
    [2, 5_000_000],
    [5, 5_000_000],
    [10, 2_000_000],
    [20, 1_000_000],
    [50, 200_000],
    [100, 50_000],
  ].map(([multiple = 0, notional = 0]) => ({
    multiple,
    maintenanceRatePpm: ratePpm(5_000n),
    notionalMaxMinor: usdt(notional),
  })),
  openFeePpm: ratePpm(500n),
  closeFeePpm: ratePpm(500n),
  insuranceSharePpm: ratePpm(200_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 1_000_000n,
  profitCapMultiple: 10,
  openInterestMaxMinor: usdt(20_000_000),
  positionsMax: 100,
  isOpen: true,
};

/** Only the price moves a balance, so that a reader can follow by hand. */
export const FREE_FUTURES: FuturesTerms = {
  ...BTC_FUTURES,
  openFeePpm: ratePpm(0n),
  closeFeePpm: ratePpm(0n),
  halfSpreadPpm: ratePpm(0n),
  priceStepE8: 1n,
};

export interface Beginning {
  readonly terms?: FuturesTerms;
  readonly house?: Text;
  readonly insurance?: Text;
  /** What users 1, 2, … have in their contract accounts. */
  readonly users?: readonly Text[];
}

interface Extras {
  readonly marketId?: number;
  readonly takeProfit?: Text;
  readonly stopLoss?: Text;
  readonly shown?: Text;
  readonly clientOrderId?: string;
}

type Lots = readonly [lots: number, multiple: number];

export class FuturesExchange extends StoryExchange {
  /** BTC/USDT futures at 10,000.00 with a paid-in house, insurance fund and two users. */
  static begin(beginning: Beginning = {}): FuturesExchange {
    const { terms = BTC_FUTURES, house = 1_000_000, insurance = 1_000 } = beginning;
    const exchange = new FuturesExchange();
    exchange.run({ kind: 'configure_currency', currency: BTC });
    exchange.run({ kind: 'configure_currency', currency: USDT });
    exchange.run({ kind: 'configure_market', market: BTC_USDT });
    exchange.run({ kind: 'configure_futures', terms });
    exchange.capital('contract_house', house);
    exchange.capital('insurance_fund', insurance);
    for (const [at, amount] of (beginning.users ?? [1_000, 1_000]).entries()) {
      exchange.run({ kind: 'open_account', owner: at + 1 });
      exchange.pay(at + 1, amount);
    }
    exchange.tick(10_000);
    return exchange;
  }

  /** Gives a user money in the contract account. */
  pay(owner: number, amount: Text): void {
    this.capital({ owner, account: 'contract' }, amount);
  }

  askMarket(owner: number, side: OpenPosition['side'], lots: Lots, extras: Extras = {}): Result {
    return this.execute(marketPosition(owner, side, lots, extras));
  }

  askLimit(
    owner: number,
    side: OpenPosition['side'],
    [lots, multiple, price]: readonly [lots: number, multiple: number, price: Text],
    extras: Extras = {},
  ): Result {
    const asked = marketPosition(owner, side, [lots, multiple], extras);
    return this.execute({ ...asked, type: 'limit', price: e8(price) });
  }

  /** Opens at the market what must be taken. */
  open(owner: number, side: OpenPosition['side'], lots: Lots, extras: Extras = {}): PositionRow {
    return positionOf(this.askMarket(owner, side, lots, extras));
  }

  /** Has a position wait that must be taken. */
  wait(
    owner: number,
    side: OpenPosition['side'],
    at: readonly [lots: number, multiple: number, price: Text],
    extras: Extras = {},
  ): PositionRow {
    return positionOf(this.askLimit(owner, side, at, extras));
  }

  cancelPosition(owner: number, positionId: number): Result {
    return this.execute({ kind: 'cancel_position', owner, positionId });
  }

  close(owner: number, positionId: number, lots?: number): Result {
    const part = lots === undefined ? {} : { lots };
    return this.execute({ kind: 'close_position', owner, positionId, ...part });
  }

  addMargin(owner: number, positionId: number, amount: Text): Result {
    return this.execute({ kind: 'add_margin', owner, positionId, amount: usdt(amount) });
  }

  reverse(
    owner: number,
    positionId: number,
    { multiple, shown, clientOrderId, ...stops }: Extras & { readonly multiple?: number } = {},
  ): Result {
    return this.execute({
      kind: 'reverse_position',
      owner,
      positionId,
      ...(multiple === undefined ? {} : { multiple }),
      ...(shown === undefined ? {} : { shownPrice: e8(shown) }),
      ...(clientOrderId === undefined ? {} : { clientOrderId }),
      ...stopFields(stops),
    });
  }

  amend(
    owner: number,
    positionId: number,
    change: {
      readonly price?: Text;
      readonly lots?: number;
      readonly takeProfit?: Text | 'none';
      readonly stopLoss?: Text | 'none';
    },
  ): Result {
    const { price, lots, takeProfit, stopLoss } = change;
    const stopOf = (stop: Text | 'none') => (stop === 'none' ? stop : e8(stop));
    return this.execute({
      kind: 'amend_position',
      owner,
      positionId,
      ...(price === undefined ? {} : { price: e8(price) }),
      ...(lots === undefined ? {} : { lots }),
      ...(takeProfit === undefined ? {} : { takeProfit: stopOf(takeProfit) }),
      ...(stopLoss === undefined ? {} : { stopLoss: stopOf(stopLoss) }),
    });
  }

  level(
    owner: number,
    positionId: number,
    [stop, price, lots]: readonly [stop: StopKind, price: Text, lots: number],
    levelId?: number,
  ): Result {
    const known = levelId === undefined ? {} : { levelId };
    const level = { stop, price: e8(price), lots, ...known };
    return this.execute({ kind: 'set_level', owner, positionId, ...level });
  }

  removeLevel(owner: number, positionId: number, levelId: number): Result {
    return this.execute({ kind: 'remove_level', owner, positionId, levelId });
  }

  stops(owner: number, positionId: number, stops: Pick<Extras, 'takeProfit' | 'stopLoss'>): Result {
    return this.execute({ kind: 'set_stops', owner, positionId, ...stopFields(stops) });
  }

  /** Total and frozen of a contract account. */
  contract(owner: number): string {
    return boardText(this.engine.balance(owner, 'contract', USDT.currencyId));
  }

  /** Total and frozen of a house account. */
  house(account: HouseAccount): string {
    return boardText(this.engine.houseBalance(account, USDT.currencyId));
  }
}

function marketPosition(
  owner: number,
  side: OpenPosition['side'],
  [lots, multiple]: Lots,
  { marketId = BTC_USDT.marketId, shown, clientOrderId, ...stops }: Extras,
): OpenPosition {
  return {
    kind: 'open_position',
    owner,
    marketId,
    side,
    type: 'market',
    lots,
    multiple,
    ...(shown === undefined ? {} : { shownPrice: e8(shown) }),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...stopFields(stops),
  };
}

function stopFields({ takeProfit, stopLoss }: Pick<Extras, 'takeProfit' | 'stopLoss'>) {
  return {
    ...(takeProfit === undefined ? {} : { takeProfit: e8(takeProfit) }),
    ...(stopLoss === undefined ? {} : { stopLoss: e8(stopLoss) }),
  };
}

/** The position in a result that must have one. */
export function positionOf(result: Result): PositionRow {
  const isPosition = result.ok && result.value.kind === 'position';
  assert(isPosition, `the result is a position: ${rejectOf(result) satisfies Reject | 'ok'}`);
  return result.value.position;
}

/** A price without decimals that say nothing. */
export function priceWord(price: bigint | undefined): string {
  return text(price, PRICE_SCALE);
}
