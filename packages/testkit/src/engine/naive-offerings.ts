/**
 * What subscription to new currencies should do, as simply as it can be said: every subscription is kept for ever in a plain
 * list, and what is sold, frozen, due or under review is found by looking through all of them. It shares no code with the
 * engine, only its types.
 */

import type { Command, PostingAccount, Reject, Stamp } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
type Outcome = Reject | 'ok';
type Terms = Of<'configure_offering'>['offering'];

export interface NaiveSubscription {
  readonly id: number;
  readonly asked: Of<'subscribe'>;
  /** As they were at the purchase. */
  readonly terms: Terms;
  readonly paid: bigint;
  readonly unlocksAtMs: number;
  status: 'under_review' | 'passed' | 'rejected';
  operatorId: number | undefined;
  releasedAtMs: number | undefined;
}

export class NaiveOfferings {
  readonly owners = new Set<number>();
  readonly scales = new Map<number, number>();
  readonly subscriptions: NaiveSubscription[] = [];
  /** What the last `run_schedules` answered. */
  ran = 0;
  readonly #frozen = new Set<number>();
  readonly #terms = new Map<number, Terms>();
  readonly #markets = new Map<number, Of<'configure_market'>['market']>();
  readonly #money = new Map<string, bigint>();

  execute(command: Command, stamp: Stamp): Outcome {
    switch (command.kind) {
      case 'configure_currency':
        this.scales.set(command.currency.currencyId, command.currency.scale);
        return 'ok';
      case 'configure_market':
        return this.#setMarket(command.market, stamp);
      case 'set_market_state': {
        const market = this.#markets.get(command.marketId);
        if (market === undefined) return 'market_not_found';
        return this.#setMarket({ ...market, state: command.state }, stamp);
      }
      case 'open_account':
        this.owners.add(command.owner);
        return 'ok';
      case 'set_owner_state':
        if (command.isFrozen) this.#frozen.add(command.owner);
        else this.#frozen.delete(command.owner);
        return 'ok';
      case 'post_entry':
        return this.#post(command);
      case 'transfer':
        return this.#transfer(command);
      case 'configure_offering':
        return this.#configure(command, stamp);
      case 'subscribe':
        return this.#subscribe(command, stamp);
      case 'decide_subscription':
        return this.#decide(command);
      case 'run_schedules':
        return this.#run(command, stamp);
      default:
        throw new RangeError(`the oracle knows of offerings only, not of ${command.kind}`);
    }
  }

  /** The total of "owner account currency"; the house is owner 0. */
  total(key: string): bigint {
    return this.#money.get(key) ?? 0n;
  }

  /** What is frozen of "owner account currency". */
  frozen(key: string): bigint {
    let sum = 0n;
    for (const { asked, terms, paid, status, releasedAtMs } of this.subscriptions) {
      const payer = `${asked.owner} coin ${terms.paymentCurrencyId}`;
      const buyer = `${asked.owner} coin ${terms.currencyId}`;
      const supply = `0 subscription_supply ${terms.currencyId}`;
      if (status === 'under_review' && key === payer) sum += paid;
      if (status === 'under_review' && key === supply) sum += asked.amount;
      if (status === 'passed' && releasedAtMs === undefined && key === buyer) sum += asked.amount;
    }
    return sum;
  }

  /** What of an offering is not on sale any more. */
  sold(offeringId: number): bigint {
    return sumOf(
      this.subscriptions.filter(
        ({ asked, status }) => asked.offeringId === offeringId && status !== 'rejected',
      ),
    );
  }

  /** When the next locked amount is released. */
  nextDueAtMs(): number | undefined {
    return this.#locked()[0]?.unlocksAtMs;
  }

  #locked(): NaiveSubscription[] {
    return this.subscriptions
      .filter(({ status, releasedAtMs }) => status === 'passed' && releasedAtMs === undefined)
      .sort((left, right) => left.unlocksAtMs - right.unlocksAtMs || left.id - right.id);
  }

  #move(from: string, to: string, amount: bigint): void {
    this.#money.set(from, this.total(from) - amount);
    this.#money.set(to, this.total(to) + amount);
  }

  #free(key: string): bigint {
    return this.total(key) - this.frozen(key);
  }

  #setMarket(market: Of<'configure_market'>['market'], { timeMs }: Stamp): Outcome {
    const traded = [market.baseCurrencyId, market.quoteCurrencyId];
    const isWaiting = [...this.#terms.values()].some(
      ({ currencyId, launchesAtMs }) => traded.includes(currencyId) && timeMs < launchesAtMs,
    );
    const isReviewed = this.subscriptions.some(
      ({ terms, status }) => traded.includes(terms.currencyId) && status === 'under_review',
    );
    if (market.state === 'open' && (isWaiting || isReviewed)) return 'not_launched';
    this.#markets.set(market.marketId, market);
    return 'ok';
  }

  #post({ source, target, currencyId, amount }: Of<'post_entry'>): Outcome {
    if (!this.scales.has(currencyId)) return 'currency_not_found';
    const from = `${nameOf(source)} ${currencyId}`;
    const isPaid = from.startsWith('0 external') || this.#free(from) >= amount;
    if (!isPaid) return 'insufficient_balance';
    this.#move(from, `${nameOf(target)} ${currencyId}`, amount);
    return 'ok';
  }

  #transfer({ owner, source, target, currencyId, amount }: Of<'transfer'>): Outcome {
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.scales.has(currencyId)) return 'currency_not_found';
    if (this.#frozen.has(owner)) return 'account_frozen';
    if (amount <= 0n) return 'amount_not_positive';
    const from = `${owner} ${source} ${currencyId}`;
    if (this.#free(from) < amount) return 'insufficient_balance';
    this.#move(from, `${owner} ${target} ${currencyId}`, amount);
    return 'ok';
  }

  #configure({ offering }: Of<'configure_offering'>, { timeMs }: Stamp): Outcome {
    const { offeringId, currencyId, paymentCurrencyId, minMinor, maxMinor, totalMinor } = offering;
    const { startsAtMs, closesAtMs, launchesAtMs, issuePrice } = offering;
    if (!this.scales.has(currencyId) || !this.scales.has(paymentCurrencyId)) {
      return 'currency_not_found';
    }
    const areSound =
      currencyId !== paymentCurrencyId &&
      [1n, minMinor, maxMinor, totalMinor].every((each, at, all) => each >= (all[at - 1] ?? 0n)) &&
      startsAtMs < closesAtMs &&
      closesAtMs <= launchesAtMs;
    if (!areSound) return 'terms_invalid';
    const known = this.#terms.get(offeringId);
    const sold = this.sold(offeringId);
    if (known !== undefined) {
      const isSame =
        known.currencyId === currencyId && known.paymentCurrencyId === paymentCurrencyId;
      const isKept = known.issuePrice === issuePrice && known.launchesAtMs === launchesAtMs;
      if (!isSame || (sold > 0n && !(isKept && sold <= totalMinor))) return 'terms_invalid';
    }
    const isTraded = [...this.#markets.values()].some(
      ({ baseCurrencyId, quoteCurrencyId, state }) =>
        state === 'open' && [baseCurrencyId, quoteCurrencyId].includes(currencyId),
    );
    if (isTraded && timeMs < launchesAtMs) return 'terms_invalid';
    this.#terms.set(offeringId, offering);
    return 'ok';
  }

  #subscribe(asked: Of<'subscribe'>, { sequence, timeMs }: Stamp): Outcome {
    const { owner, offeringId, amount } = asked;
    if (!this.owners.has(owner)) return 'account_not_found';
    const terms = this.#terms.get(offeringId);
    if (terms === undefined) return 'offering_not_found';
    if (this.#frozen.has(owner)) return 'account_frozen';
    const isOn = terms.isOpen && timeMs >= terms.startsAtMs && timeMs < terms.closesAtMs;
    if (!isOn) return 'not_subscribing';
    if (amount <= 0n) return 'amount_not_positive';
    if (amount < terms.minMinor) return 'below_minimum';
    const own = this.subscriptions.filter(
      (each) =>
        each.asked.owner === owner &&
        each.asked.offeringId === offeringId &&
        each.status !== 'rejected',
    );
    if (sumOf(own) + amount > terms.maxMinor) return 'per_user_limit';
    if (this.sold(offeringId) + amount > terms.totalMinor) return 'sold_out';
    const paid = this.#cost(terms, amount);
    const { currencyId, paymentCurrencyId, launchesAtMs, lockupDays } = terms;
    if (this.#free(`${owner} coin ${paymentCurrencyId}`) < paid) return 'insufficient_balance';
    if (this.#free(`0 subscription_supply ${currencyId}`) < amount) return 'house_limit';
    this.subscriptions.push({
      id: sequence,
      asked,
      terms,
      paid,
      unlocksAtMs: launchesAtMs + lockupDays * DAY_MS,
      status: 'under_review',
      operatorId: undefined,
      releasedAtMs: undefined,
    });
    return 'ok';
  }

  /** The least whole number of minor units that is not less than the exact cost. */
  #cost({ currencyId, paymentCurrencyId, issuePrice }: Terms, amount: bigint): bigint {
    const exact = amount * issuePrice * 10n ** BigInt(this.scales.get(paymentCurrencyId) ?? 0);
    const unit = 10n ** BigInt(8 + (this.scales.get(currencyId) ?? 0));
    let cost = exact / unit;
    while (cost * unit < exact) cost += 1n;
    return cost;
  }

  #decide({ subscriptionId, decision, operatorId, reason }: Of<'decide_subscription'>): Outcome {
    const found = this.subscriptions.find(
      ({ id, status, releasedAtMs }) =>
        id === subscriptionId && status !== 'rejected' && releasedAtMs === undefined,
    );
    if (found === undefined) return 'subscription_not_found';
    const { owner, amount } = found.asked;
    if (decision === 'passed' && this.#frozen.has(owner)) return 'account_frozen';
    if (found.status === 'passed') return 'already_decided';
    if (operatorId < 1 || reason === '') return 'terms_invalid';
    found.status = decision;
    found.operatorId = operatorId;
    if (decision === 'rejected') return 'ok';
    const { currencyId, paymentCurrencyId } = found.terms;
    const proceeds = `0 subscription_proceeds ${paymentCurrencyId}`;
    this.#move(`${owner} coin ${paymentCurrencyId}`, proceeds, found.paid);
    this.#move(`0 subscription_supply ${currencyId}`, `${owner} coin ${currencyId}`, amount);
    return 'ok';
  }

  #run({ max }: Of<'run_schedules'>, { timeMs }: Stamp): Outcome {
    if (max < 1) return 'quantity_out_of_range';
    const due = this.#locked().filter(({ unlocksAtMs }) => unlocksAtMs <= timeMs);
    this.ran = Math.min(max, due.length);
    for (const each of due.slice(0, max)) each.releasedAtMs = timeMs;
    return 'ok';
  }
}

const nameOf = (account: PostingAccount): string =>
  'house' in account ? `0 ${account.house}` : `${account.owner} ${account.account}`;

const sumOf = (subscriptions: readonly NaiveSubscription[]): bigint =>
  subscriptions.reduce((total, { asked }) => total + asked.amount, 0n);
