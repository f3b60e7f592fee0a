/**
 * What options should do, as simply as it can be said: every sample and every order is kept for ever in plain lists,
 * what is frozen, in escrow or due is found by looking through all of them, and no sum is kept between two looks. It
 * shares no code with the engine, only its types.
 */
import type { Command, PostingAccount, Reject, Stamp } from '@fairlead/engine';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
type Outcome = Reject | 'ok';

const WHOLE = 1_000_000n;
const PRICE_MAX = 2n ** 53n - 1n;

interface NaiveSample {
  readonly timeMs: number;
  readonly price: bigint | undefined;
  quotedAtMs: number | undefined;
  /** Without a price because the venues' words made none. */
  readonly isMarketStale: boolean;
}

export interface NaiveOption {
  readonly id: number;
  readonly bought: Of<'buy_option'>;
  readonly fee: bigint;
  readonly payout: bigint;
  readonly strike: bigint;
  readonly purchasedAtMs: number;
  readonly deliversAtMs: number;
  readonly windowMs: number;
  result: 'open' | 'win' | 'lose' | 'flat' | 'refunded';
  outcome: 'rise' | 'fall' | 'even' | undefined;
  /** Whose doing it is that samples are missing, and what those that are there say. */
  shortfall: 'house' | 'market' | undefined;
  wouldBe: 'win' | 'lose' | 'flat' | undefined;
  paid: bigint | undefined;
  settledAtMs: number | undefined;
  /** Times of the samples that decided. */
  sampleTimesMs: number[];
}

export class NaiveOptions {
  readonly owners = new Set<number>();
  readonly currencies = new Set<number>();
  readonly orders: NaiveOption[] = [];
  /** "purchase 17", "delivery 17": what receipts must be of, in order. */
  readonly receipts: string[] = [];
  readonly #frozen = new Set<number>();
  readonly #markets = new Map<number, { quote: number; state: string }>();
  readonly #terms = new Map<number, Of<'configure_options'>['terms']>();
  readonly #paidIn = new Map<number, Of<'configure_option_currency'>['currency']>();
  readonly #samples = new Map<number, NaiveSample[]>();
  readonly #money = new Map<string, bigint>();

  execute(command: Command, stamp: Stamp): Outcome {
    switch (command.kind) {
      case 'configure_currency':
        this.currencies.add(command.currency.currencyId);
        return 'ok';
      case 'configure_market': {
        const { marketId, quoteCurrencyId: quote, state } = command.market;
        this.#markets.set(marketId, { quote, state });
        return 'ok';
      }
      case 'set_market_state':
        return this.#setState(command);
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
      case 'index_tick':
        return this.#tick(command, stamp);
      case 'configure_options':
        if (!this.#markets.has(command.terms.marketId)) return 'market_not_found';
        this.#terms.set(command.terms.marketId, command.terms);
        return 'ok';
      case 'configure_option_currency':
        if (!this.currencies.has(command.currency.currencyId)) return 'currency_not_found';
        this.#paidIn.set(command.currency.currencyId, command.currency);
        return 'ok';
      case 'buy_option':
        return this.#buy(command, stamp);
      case 'settle_due':
        this.#settle((order) => order.deliversAtMs + 5_000 <= stamp.timeMs, stamp);
        return 'ok';
      default:
        throw new RangeError(`the oracle knows of options only, not of ${command.kind}`);
    }
  }

  /** The total of "owner account currency"; the house is owner 0. */
  total(key: string): bigint {
    return this.#money.get(key) ?? 0n;
  }

  /** What the option house has set aside of a currency. */
  reserved(currencyId: number): bigint {
    return sum(this.#open(currencyId).map(({ payout }) => payout));
  }

  /** What open orders of a currency put in. */
  escrowed(currencyId: number): bigint {
    return sum(this.#open(currencyId).map(({ bought, fee }) => bought.stake + fee));
  }

  /** A reload knows the samples, but not when their venues quoted. */
  restart(): void {
    for (const samples of this.#samples.values()) {
      for (const sample of samples) sample.quotedAtMs = undefined;
    }
  }

  #open(currencyId: number): NaiveOption[] {
    return this.orders.filter(
      ({ result, bought }) => result === 'open' && bought.currencyId === currencyId,
    );
  }

  #move(from: string, to: string, amount: bigint): void {
    this.#money.set(from, this.total(from) - amount);
    this.#money.set(to, this.total(to) + amount);
  }

  #post({ source, target, currencyId, amount }: Of<'post_entry'>): Outcome {
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    const from = nameOf(source, currencyId);
    const to = nameOf(target, currencyId);
    if ([from, to].includes(`0 option_escrow ${currencyId}`)) return 'terms_invalid';
    const bound = from === `0 option_house ${currencyId}` ? this.reserved(currencyId) : 0n;
    const isPaid = from === `0 external ${currencyId}` || this.total(from) - bound >= amount;
    if (!isPaid) return 'insufficient_balance';
    this.#move(from, to, amount);
    return 'ok';
  }

  #transfer({ owner, source, target, currencyId, amount }: Of<'transfer'>): Outcome {
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    if (this.#frozen.has(owner)) return 'account_frozen';
    if (amount <= 0n) return 'amount_not_positive';
    const from = `${owner} ${source} ${currencyId}`;
    if (this.total(from) < amount) return 'insufficient_balance';
    this.#move(from, `${owner} ${target} ${currencyId}`, amount);
    return 'ok';
  }

  #setState({ marketId, state }: Of<'set_market_state'>): Outcome {
    const market = this.#markets.get(marketId);
    if (market === undefined) return 'market_not_found';
    const isOpen = this.orders.some(
      ({ result, bought }) => result === 'open' && bought.marketId === marketId,
    );
    if (state === 'closed' && isOpen) return 'market_in_use';
    market.state = state;
    return 'ok';
  }

  #tick(tick: Of<'index_tick'>, stamp: Stamp): Outcome {
    const { marketId, sampleTimeMs: timeMs, price, quotedAtMs, isMarketStale = false } = tick;
    const samples = this.#samples.get(marketId) ?? [];
    if (samples.some((sample) => sample.timeMs >= timeMs)) return 'terms_invalid';
    this.#samples.set(marketId, [...samples, { timeMs, price, quotedAtMs, isMarketStale }]);
    this.#settle(
      ({ bought, deliversAtMs }) => bought.marketId === marketId && deliversAtMs <= timeMs,
      stamp,
    );
    return 'ok';
  }

  #buy(bought: Of<'buy_option'>, { sequence, timeMs }: Stamp): Outcome {
    const { owner, marketId, currencyId, seconds, stake, direction, shownPrice } = bought;
    const market = this.#markets.get(marketId);
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    if (market === undefined) return 'market_not_found';
    if (this.#frozen.has(owner)) return 'account_frozen';
    const terms = this.#terms.get(marketId);
    if (market.state !== 'open' || (terms !== undefined && !terms.isOpen)) return 'market_closed';
    const time = terms?.times.find((each) => each.seconds === seconds);
    const paidIn = this.#paidIn.get(currencyId);
    if (terms === undefined || time === undefined || !paidIn?.isOpen) return 'not_offered';
    if (market.quote !== currencyId) return 'not_offered';
    if (stake <= 0n) return 'amount_not_positive';
    if (stake > time.maxMinor) return 'quantity_out_of_range';
    if (stake < time.minMinor) return 'below_minimum';
    const last = this.#samples.get(marketId)?.at(-1);
    const strike = last?.price;
    const isPrompt =
      last?.quotedAtMs !== undefined &&
      last.timeMs + 2_000 >= timeMs &&
      last.quotedAtMs + 2_000 >= last.timeMs;
    if (strike === undefined || strike > PRICE_MAX || !isPrompt) return 'price_stale';
    if (shownPrice !== undefined) {
      const loss = direction === 'rise' ? strike - shownPrice : shownPrice - strike;
      if (loss * 10_000n > shownPrice * 5n) return 'price_moved';
    }
    const open = this.orders.filter(
      (order) => order.result === 'open' && order.bought.marketId === marketId,
    );
    const own = open.filter((order) => order.bought.owner === owner);
    if (own.length + 1 > terms.ordersMax) return 'too_many_orders';
    const fee = roundedUp(stake * paidIn.feePpm);
    const payout = (stake * time.payoutRatioPpm) / WHOLE;
    if (this.total(`${owner} option ${currencyId}`) < stake + fee) return 'insufficient_balance';
    const exposure = sum(open.map((order) => order.payout)) + payout;
    const free = this.total(`0 option_house ${currencyId}`) - this.reserved(currencyId);
    if (exposure > terms.exposureMaxMinor || free < payout) return 'house_limit';
    this.#move(`${owner} option ${currencyId}`, `0 option_escrow ${currencyId}`, stake + fee);
    this.receipts.push(`purchase ${sequence}`);
    this.orders.push({
      id: sequence,
      bought,
      fee,
      payout,
      strike,
      purchasedAtMs: timeMs,
      deliversAtMs: timeMs + seconds * 1_000,
      windowMs: Math.max(5, Math.ceil(seconds / 10)) * 1_000,
      result: 'open',
      outcome: undefined,
      shortfall: undefined,
      wouldBe: undefined,
      paid: undefined,
      settledAtMs: undefined,
      sampleTimesMs: [],
    });
    return 'ok';
  }

  #settle(isDue: (order: NaiveOption) => boolean, { timeMs }: Stamp): void {
    const due = this.orders.filter((order) => order.result === 'open' && isDue(order));
    due.sort((left, right) => left.deliversAtMs - right.deliversAtMs || left.id - right.id);
    for (const order of due) {
      this.#deliver(order);
      // The house left nothing to decide by: it waits for the next price.
      if (order.result === 'open') continue;
      order.settledAtMs = timeMs;
      this.receipts.push(`delivery ${order.id}`);
    }
  }

  #deliver(order: NaiveOption): void {
    const { bought, strike, deliversAtMs, windowMs } = order;
    const samples = this.#samples.get(bought.marketId) ?? [];
    const came = samples.filter(
      (sample) => sample.timeMs >= deliversAtMs - windowMs && sample.timeMs < deliversAtMs,
    );
    const priced = came.filter(isPriced);
    const seconds = windowMs / 1_000;
    const decides = [...priced];
    order.sampleTimesMs = came.map((sample) => sample.timeMs);
    const isShort = priced.length * 100 < seconds * 80;
    if (isShort) {
      // A price that nobody computes with is no doing of the house.
      const theirs = came.filter(
        (sample) => sample.isMarketStale || (!isPriced(sample) && sample.price !== undefined),
      );
      const isHouse = (seconds - theirs.length) * 100 >= seconds * 80;
      if (isHouse && priced.length === 0) {
        const next = samples.find((sample) => sample.timeMs >= deliversAtMs && isPriced(sample));
        if (next === undefined) return;
        decides.push(next);
        order.sampleTimesMs.push(next.timeMs);
      }
      order.shortfall = isHouse ? 'house' : 'market';
    }
    const above = sum(decides.map(({ price }) => (price ?? 0n) - strike));
    const says = above === 0n ? 'even' : above > 0n ? 'rise' : 'fall';
    const would = says === 'even' ? 'flat' : says === bought.direction ? 'win' : 'lose';
    if (isShort) order.wouldBe = decides.length === 0 ? undefined : would;
    const isPaid = order.shortfall === 'house' && order.wouldBe === 'win';
    if (isShort && !isPaid) this.#refund(order);
    else this.#pay(order, says);
  }

  #refund(order: NaiveOption): void {
    const { owner, currencyId, stake } = order.bought;
    order.result = 'refunded';
    order.paid = stake + order.fee;
    this.#move(`0 option_escrow ${currencyId}`, `${owner} option ${currencyId}`, order.paid);
  }

  #pay(order: NaiveOption, says: 'rise' | 'fall' | 'even'): void {
    const { bought, fee, payout } = order;
    const { owner, currencyId, stake, direction } = bought;
    order.outcome = says;
    const user = `${owner} option ${currencyId}`;
    const escrow = `0 option_escrow ${currencyId}`;
    const house = `0 option_house ${currencyId}`;
    this.#move(escrow, `0 fees ${currencyId}`, fee);
    if (order.outcome === 'even') {
      order.result = 'flat';
      order.paid = stake;
      this.#move(escrow, user, stake);
    } else if (order.outcome === direction) {
      order.result = 'win';
      order.paid = stake + payout;
      this.#move(escrow, user, stake);
      this.#move(house, user, payout);
    } else {
      order.result = 'lose';
      order.paid = 0n;
      this.#move(escrow, house, stake);
    }
  }
}

const isPriced = ({ price }: NaiveSample): boolean => price !== undefined && price <= PRICE_MAX;

function nameOf(account: PostingAccount, currencyId: number): string {
  return 'house' in account
    ? `0 ${account.house} ${currencyId}`
    : `${account.owner} ${account.account} ${currencyId}`;
}

const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);

const roundedUp = (millionths: bigint): bigint =>
  millionths % WHOLE === 0n ? millionths / WHOLE : millionths / WHOLE + 1n;
