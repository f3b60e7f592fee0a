/** Refusals of offerings and referral, each by a command that is also wrong in every later way, for rejects.test.ts. */
import type {
  Command,
  Currency,
  Market,
  Offering,
  Reject,
  ShownOffering,
  Subscribe,
} from '@fairlead/engine';
import { BTC, BTC_USDT, subscriptionOf, type TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { FROZEN } from '../../../test/kit/words.ts';

const NOBODY = 99;
const UNKNOWN = 77;
/** Has all that one may have of the first offering, and nothing left. */
const HOLDER = 81;
/** Has nothing. */
const EMPTY = 82;
const BUYER = 83;
/** Frozen after they bought. */
const SEIZED = 84;

const NEW: Currency = { ...BTC, currencyId: 4, name: 'NEW', fullName: 'New coin', scale: 6 };
const NEW_USDT: Market = {
  ...BTC_USDT,
  marketId: 9,
  symbol: 'NEW/USDT',
  baseCurrencyId: NEW.currencyId,
  lotBaseMinor: amountMinor(1_000n),
  state: 'closed',
};

/** Five of seven are sold, at one unit each. */
const OFFERING: Offering = {
  offeringId: 1,
  currencyId: NEW.currencyId,
  paymentCurrencyId: USDT.currencyId,
  issuePrice: priceE8(100_000_000n),
  totalMinor: amountMinor(7n),
  minMinor: amountMinor(3n),
  maxMinor: amountMinor(5n),
  lockupDays: 0,
  startsAtMs: 1,
  closesAtMs: 100_000_000,
  launchesAtMs: 100_000_000,
  isOpen: true,
};
/** More than the house has. */
const GREAT: Offering = {
  ...OFFERING,
  offeringId: 2,
  totalMinor: amountMinor(1_000n),
  maxMinor: amountMinor(1_000n),
};
const SHUT: Offering = { ...GREAT, offeringId: 3, isOpen: false };
const UPCOMING: Offering = { ...GREAT, offeringId: 4, startsAtMs: 90_000_000 };
const OVER: Offering = { ...GREAT, offeringId: 5, closesAtMs: 2 };

export interface OfferingIds {
  /** Passed, of HOLDER. */
  readonly passedId: number;
  /** Under review, of BUYER. */
  readonly openId: number;
  /** Passed, of SEIZED. */
  readonly seizedId: number;
}

/** The house has 20, of which 8 are given out and 3 asked for. */
export function prepareOfferings(exchange: TestExchange): OfferingIds {
  exchange.run({ kind: 'configure_currency', currency: NEW });
  exchange.run({ kind: 'configure_market', market: NEW_USDT });
  for (const owner of [HOLDER, EMPTY, BUYER, SEIZED]) exchange.run({ kind: 'open_account', owner });
  for (const offering of [OFFERING, GREAT, SHUT, UPCOMING, OVER]) {
    exchange.run({ kind: 'configure_offering', offering });
  }
  exchange.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'offering:supply',
    currencyId: NEW.currencyId,
    amount: amountMinor(20n),
    source: { house: 'external' },
    target: { house: 'subscription_supply' },
  });
  exchange.fund(HOLDER, USDT.currencyId, 5n);
  exchange.fund(BUYER, USDT.currencyId, 1_000n);
  exchange.fund(SEIZED, USDT.currencyId, 3n);
  const bought = (command: Subscribe): number =>
    subscriptionOf(exchange.run(command)).subscriptionId;
  const passedId = bought(subscribe(HOLDER, OFFERING, 5n));
  const seizedId = bought(subscribe(SEIZED, GREAT, 3n));
  const openId = bought(subscribe(BUYER, GREAT, 3n));
  for (const id of [passedId, seizedId]) exchange.run(decide(id, {}));
  exchange.run({ kind: 'set_owner_state', owner: SEIZED, isFrozen: true });
  return { passedId, openId, seizedId };
}

function subscribe(
  owner: number,
  { offeringId }: Pick<Offering, 'offeringId'>,
  amount: bigint,
): Subscribe {
  return { kind: 'subscribe', owner, offeringId, amount: amountMinor(amount) };
}

/** Of one who has all they may, with some of its terms as they were shown. */
const shown = (shownTerms: ShownOffering): Subscribe => ({
  ...subscribe(HOLDER, OFFERING, 3n),
  shownTerms,
});

function decide(subscriptionId: number, change: object): Command {
  return {
    kind: 'decide_subscription',
    subscriptionId,
    operatorId: 1,
    decision: 'passed',
    ...change,
  };
}

const configure = (change: Partial<Offering>): Command => ({
  kind: 'configure_offering',
  offering: { ...OFFERING, ...change },
});

const partner = (owner: number, ratio: bigint): Command => ({
  kind: 'set_partner',
  owner,
  ratioPpm: ratePpm(ratio),
});

const nothing = amountMinor(0n);

export function offeringRows(ids: OfferingIds): readonly (readonly [Reject, Command])[] {
  return [
    ['account_not_found', subscribe(NOBODY, { offeringId: UNKNOWN }, 0n)],
    ['offering_not_found', subscribe(FROZEN, { offeringId: UNKNOWN }, 0n)],
    ['account_frozen', subscribe(FROZEN, SHUT, 0n)],
    ['not_subscribing', subscribe(EMPTY, SHUT, 0n)],
    ['not_subscribing', subscribe(EMPTY, UPCOMING, 0n)],
    ['not_subscribing', subscribe(EMPTY, OVER, 0n)],
    ['amount_not_positive', subscribe(HOLDER, OFFERING, 0n)],
    ['below_minimum', subscribe(HOLDER, OFFERING, 2n)],
    ['terms_changed', shown({ issuePrice: priceE8(99_999_999n) })],
    ['terms_changed', shown({ launchesAtMs: 99_999_999 })],
    ['per_user_limit', shown({ issuePrice: priceE8(100_000_000n), lockupDays: 0 })],
    ['per_user_limit', subscribe(HOLDER, OFFERING, 3n)],
    ['sold_out', subscribe(EMPTY, OFFERING, 3n)],
    ['insufficient_balance', subscribe(EMPTY, GREAT, 10n)],
    ['house_limit', subscribe(BUYER, GREAT, 10n)],
    ['subscription_not_found', decide(UNKNOWN, { operatorId: 0 })],
    ['account_frozen', decide(ids.seizedId, { operatorId: 0 })],
    ['already_decided', decide(ids.passedId, { operatorId: 0 })],
    ['already_decided', decide(ids.seizedId, { operatorId: 0, decision: 'rejected' })],
    ['terms_invalid', decide(ids.openId, { operatorId: 0 })],
    ['terms_invalid', decide(ids.openId, { decision: 'perhaps' })],
    ['terms_invalid', decide(ids.openId, { reason: '' })],
    ['currency_not_found', configure({ currencyId: UNKNOWN, totalMinor: nothing })],
    ['currency_not_found', configure({ paymentCurrencyId: UNKNOWN, totalMinor: nothing })],
    ['terms_invalid', configure({ totalMinor: nothing })],
    ['terms_invalid', configure({ paymentCurrencyId: BTC.currencyId })],
    ['terms_invalid', configure({ offeringId: 5, currencyId: 2 })],
    // What was sold was sold at a price, with a launch.
    ['terms_invalid', configure({ issuePrice: priceE8(99_999_999n) })],
    ['terms_invalid', configure({ launchesAtMs: 100_000_001 })],
    ['terms_invalid', configure({ totalMinor: amountMinor(4n), maxMinor: amountMinor(4n) })],
    // Bitcoin is traded already, tether as a quote.
    ['terms_invalid', configure({ offeringId: 6, currencyId: BTC.currencyId })],
    ['terms_invalid', configure({ offeringId: 6, currencyId: 3, paymentCurrencyId: 1 })],
    ['not_launched', { kind: 'configure_market', market: { ...NEW_USDT, state: 'open' } }],
    ['not_launched', { kind: 'configure_market', market: newMarket() }],
    ['not_launched', { kind: 'set_market_state', marketId: NEW_USDT.marketId, state: 'open' }],
    ['account_not_found', partner(NOBODY, -1n)],
    ['terms_invalid', partner(HOLDER, -1n)],
    ['terms_invalid', partner(HOLDER, 500_001n)],
    ['terms_invalid', { kind: 'configure_referral', terms: { levels: [] } }],
  ];
}

/** A second market, in which what is sold is the quote. */
function newMarket(): Market {
  return {
    ...BTC_USDT,
    marketId: 10,
    symbol: 'BTC/NEW',
    quoteCurrencyId: NEW.currencyId,
  };
}
