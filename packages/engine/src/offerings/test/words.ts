/** Short words for stories about offerings. Amounts are texts or numbers of whole units, as a person says them. */
import type {
  Command,
  Currency,
  Market,
  Offering,
  Reject,
  Result,
  SubscriptionRow,
  UserAccount,
} from '@fairlead/engine';
import { BTC, BTC_USDT, rejectOf, subscriptionOf, USDT } from '@fairlead/testkit';
import { amountMinor, assert, DAY_MS } from '@fairlead/units';
import { boardText, e8, StoryExchange, type Text, usdt } from '../../../test/kit/words.ts';

export const STARTS_MS = Date.UTC(2028, 1, 1, 8);
const CLOSES_MS = STARTS_MS + 7 * DAY_MS;
export const LAUNCHES_MS = CLOSES_MS + 3 * DAY_MS;

/** Two decimals, so that little money buys a unit. */
export const NEW: Currency = { ...BTC, currencyId: 4, name: 'NEW', fullName: 'New coin', scale: 2 };

/** Tick 0.01 USDT, lot 1 NEW; not listed before the launch. */
export const NEW_USDT: Market = {
  ...BTC_USDT,
  marketId: 4,
  symbol: 'NEW/USDT',
  baseCurrencyId: NEW.currencyId,
  lotBaseMinor: amountMinor(100n),
  tickLotQuoteMinor: amountMinor(10_000n),
  state: 'closed',
};

export const coins = (text: Text) => usdt(text, NEW.scale);

/** 1,000 NEW at 0.5 USDT, locked for ten days after the launch. */
export const LAUNCH: Offering = {
  offeringId: 1,
  currencyId: NEW.currencyId,
  paymentCurrencyId: USDT.currencyId,
  issuePrice: e8('0.5'),
  totalMinor: coins(1_000),
  minMinor: coins(1),
  maxMinor: coins(200),
  lockupDays: 10,
  startsAtMs: STARTS_MS,
  closesAtMs: CLOSES_MS,
  launchesAtMs: LAUNCHES_MS,
  isOpen: true,
};

/** What is frozen stands behind each. */
interface Board {
  readonly paying: string;
  readonly bought: string;
  readonly supply: string;
  readonly proceeds: string;
}

export class OfferingExchange extends StoryExchange {
  /** The launch on sale since now, its supply in the house, and users 1, 2, … with 100 USDT each. */
  static begin({
    offering = LAUNCH,
    users = 2,
    funds = 100,
  }: {
    readonly offering?: Offering;
    readonly users?: number;
    readonly funds?: Text;
  } = {}): OfferingExchange {
    const exchange = new OfferingExchange();
    exchange.timeMs = STARTS_MS;
    for (const currency of [BTC, USDT, NEW]) exchange.run({ kind: 'configure_currency', currency });
    exchange.run({ kind: 'configure_market', market: NEW_USDT });
    exchange.run({ kind: 'configure_offering', offering });
    exchange.supply(1_000);
    for (let owner = 1; owner <= users; owner += 1) {
      exchange.run({ kind: 'open_account', owner });
      exchange.fund(owner, USDT.currencyId, usdt(funds));
    }
    return exchange;
  }

  /** More of what is sold. */
  supply(amount: Text): void {
    this.capital('subscription_supply', amount, NEW);
  }

  configure(change: Partial<Offering>): Reject | 'ok' {
    const offering = { ...LAUNCH, ...change };
    return rejectOf(this.execute({ kind: 'configure_offering', offering }));
  }

  ask(owner: number, amount: Text): Result {
    return this.execute({ kind: 'subscribe', owner, offeringId: 1, amount: coins(amount) });
  }

  /** What a subscription is answered, or 'ok'. */
  answer(owner: number, amount: Text): Reject | 'ok' {
    return rejectOf(this.ask(owner, amount));
  }

  /** Subscribes for what must be sold. */
  buy(owner: number, amount: Text): SubscriptionRow {
    const result = this.ask(owner, amount);
    assert(result.ok, `sold: ${rejectOf(result)}`);
    return subscriptionOf(result);
  }

  decide(subscriptionId: number, decision: 'passed' | 'rejected', reason?: string): Result {
    const given = reason === undefined ? {} : { reason };
    const kind = 'decide_subscription' as const;
    return this.execute({ kind, subscriptionId, operatorId: 7, decision, ...given });
  }

  pass(subscriptionId: number): SubscriptionRow {
    return subscriptionOf(this.decide(subscriptionId, 'passed'));
  }

  setState(state: Market['state']): Reject | 'ok' {
    const { marketId } = NEW_USDT;
    return rejectOf(this.execute({ kind: 'set_market_state', marketId, state }));
  }

  /** Whether an owner can move an amount of what was sold out of the coin account. */
  move(owner: number, amount: Text, source: UserAccount = 'coin'): Reject | 'ok' {
    const transfer: Command = {
      kind: 'transfer',
      owner,
      source,
      target: 'trust',
      currencyId: NEW.currencyId,
      amount: coins(amount),
    };
    return rejectOf(this.execute(transfer));
  }

  /** Balances as one would write them on a board. */
  money(owner = 1): Board {
    const { engine } = this;
    return {
      paying: boardText(engine.balance(owner, 'coin', USDT.currencyId)),
      bought: boardText(engine.balance(owner, 'coin', NEW.currencyId), NEW.scale),
      supply: boardText(engine.houseBalance('subscription_supply', NEW.currencyId), NEW.scale),
      proceeds: boardText(engine.houseBalance('subscription_proceeds', USDT.currencyId)),
    };
  }
}
