/**
 * Positions, balances and samples of the oracle of futures, in plain lists that are looked through whenever something is
 * asked: what is frozen, reserved or open is counted anew each time.
 */
import type { CloseReason, FuturesTerms, Market, OpenPosition, Stamp } from '@fairlead/engine';
import { maximum, minimum } from '@fairlead/units';
import { type NaiveAgreement, NaiveRules, type NaiveScales } from './naive-futures-rules.ts';

const PRICE_MAX = 2n ** 53n - 1n;

interface NaiveSample {
  readonly timeMs: number;
  readonly price: bigint | undefined;
  readonly quotedAtMs: number | undefined;
}

interface NaiveMarket {
  readonly terms: Market;
  readonly scales: NaiveScales;
  state: string;
  last: NaiveSample | undefined;
}

/** A stop of a part. */
export interface NaiveLevel {
  readonly levelId: number;
  readonly stop: 'take_profit' | 'stop_loss';
  readonly price: bigint;
  readonly lots: number;
}

export interface NaivePosition {
  readonly id: number;
  /** Of a part that was closed. */
  readonly partOf: number | undefined;
  /** As it was asked for, with the lots that are left. */
  asked: OpenPosition;
  readonly agreement: NaiveAgreement;
  readonly currencyId: number;
  takeProfit: bigint | undefined;
  stopLoss: bigint | undefined;
  levels: readonly NaiveLevel[];
  status: 'waiting' | 'holding' | 'closed' | 'cancelled';
  openPrice: bigint | undefined;
  closePrice: bigint | undefined;
  reason: CloseReason | undefined;
  /** What was added to the margin. */
  added: bigint;
  /** Of a part alone: what it had of the margin, with what was added. */
  partMargin: bigint | undefined;
  openFee: bigint;
  closeFee: bigint;
  pnl: bigint | undefined;
  insurancePaid: bigint;
}

export class NaivePositions {
  readonly owners = new Set<number>();
  readonly positions: NaivePosition[] = [];
  /** "open 17", "liquidation 17": what receipts must be of, in order. */
  readonly receipts: string[] = [];
  readonly frozen = new Set<number>();
  readonly scales = new Map<number, number>();
  readonly markets = new Map<number, NaiveMarket>();
  readonly terms = new Map<number, FuturesTerms>();
  readonly #money = new Map<string, bigint>();

  /** The total of "owner account currency"; the house is owner 0. */
  total(key: string): bigint {
    return this.#money.get(key) ?? 0n;
  }

  /** What positions freeze in an owner's contract account. */
  held(owner: number, currencyId: number): bigint {
    const own = this.live(({ asked }) => asked.owner === owner).filter(
      (each) => each.currencyId === currencyId,
    );
    return sum(own.map((each) => this.hold(each)));
  }

  /** What the house keeps ready in a currency. */
  reserved(currencyId: number): bigint {
    const all = this.live((each) => each.currencyId === currencyId && each.status === 'holding');
    return sum(all.map((each) => this.rules(each).cap(priceOf(each))));
  }

  /** A reload knows the last sample, but not when its venues quoted. */
  restart(): void {
    for (const market of this.markets.values()) {
      if (market.last !== undefined) market.last = { ...market.last, quotedAtMs: undefined };
    }
  }

  market(marketId: number): NaiveMarket {
    const market = this.markets.get(marketId);
    if (market === undefined) throw new RangeError('the market is known');
    return market;
  }

  rules({ asked, agreement }: Pick<NaivePosition, 'asked' | 'agreement'>): NaiveRules {
    const { scales } = this.market(asked.marketId);
    return new NaiveRules({ asked, agreement, scales });
  }

  /** Everything that a command may move, to be put back should the rest of it be refused. */
  copy(): NaiveCopy {
    const positions = this.positions.map((each) => ({ ...each }));
    return { positions, receipts: [...this.receipts], money: new Map(this.#money) };
  }

  putBack({ positions, receipts, money }: NaiveCopy): void {
    this.positions.splice(0, this.positions.length, ...positions);
    this.receipts.splice(0, this.receipts.length, ...receipts);
    this.#money.clear();
    for (const [name, amount] of money) this.#money.set(name, amount);
  }

  /** Waiting and holding ones, by id. */
  live(isWanted: (position: NaivePosition) => boolean): NaivePosition[] {
    return this.positions.filter(
      (each) => (each.status === 'waiting' || each.status === 'holding') && isWanted(each),
    );
  }

  liveIds(): { positionId: number; owner: number; lots: number }[] {
    return this.live(() => true).map(({ id, asked }) => {
      return { positionId: id, owner: asked.owner, lots: asked.lots };
    });
  }

  /** What it freezes of its owner's. */
  hold(position: NaivePosition): bigint {
    const rules = this.rules(position);
    return position.status === 'waiting'
      ? rules.waitingHold(priceOf(position))
      : this.margin(position);
  }

  /** What its margin is, with what was added. */
  margin(position: NaivePosition): bigint {
    return position.partMargin ?? this.rules(position).margin(priceOf(position)) + position.added;
  }

  available(owner: number, account: string, currencyId: number): bigint {
    const total = this.total(`${owner} ${account} ${currencyId}`);
    if (account === 'contract') return total - this.held(owner, currencyId);
    if (account === 'contract_house') return total - this.reserved(currencyId);
    return total;
  }

  move(from: string, to: string, amount: bigint): void {
    this.#money.set(from, this.total(from) - amount);
    this.#money.set(to, this.total(to) + amount);
  }

  /** The last price while it may close something. */
  fresh(marketId: number, { timeMs }: Stamp): bigint | undefined {
    const { last } = this.market(marketId);
    const isFresh = last?.price !== undefined && last.timeMs + 10_000 >= timeMs;
    return isFresh && last.price <= PRICE_MAX ? last.price : undefined;
  }

  /** The last price while it may open something at the market. */
  prompt(marketId: number, stamp: Stamp): bigint | undefined {
    const { last } = this.market(marketId);
    const isPrompt =
      last?.quotedAtMs !== undefined &&
      last.timeMs + 2_000 >= stamp.timeMs &&
      last.quotedAtMs + 2_000 >= last.timeMs;
    return isPrompt ? this.fresh(marketId, stamp) : undefined;
  }

  /** Opens a waiting position whose limit is reached, or cancels it where something is missing. */
  reach(position: NaivePosition, index: bigint): void {
    const { asked, currencyId } = position;
    const { owner, side, marketId, price: limit = 0n } = asked;
    const isReached = side === 'long' ? index <= limit : index >= limit;
    const isOpen = this.market(marketId).state === 'open' && this.terms.get(marketId)?.isOpen;
    if (!isReached || !isOpen || this.frozen.has(owner)) return;
    const rules = this.rules(position);
    const quoted = rules.quoted(index);
    const isBetter = side === 'long' ? quoted < limit : quoted > limit;
    const price = isBetter ? quoted : limit;
    const need = rules.margin(price) + rules.openFee(price);
    const free = this.available(owner, 'contract', currencyId) + this.hold(position);
    if (free < need) {
      end(position, 'insufficient_balance');
      return;
    }
    const ready = this.available(0, 'contract_house', currencyId);
    const interest = this.interest(marketId) + rules.notional(price);
    const most = this.terms.get(marketId)?.openInterestMaxMinor ?? 0n;
    if (ready < rules.cap(price) || interest > most) {
      end(position, 'house_limit');
      return;
    }
    this.begin(position, price);
  }

  /** What holding positions of a market are worth where they opened. */
  interest(marketId: number): bigint {
    const here = this.live(
      ({ asked, status }) => asked.marketId === marketId && status === 'holding',
    );
    return sum(here.map((each) => this.worth(each)));
  }

  /** What a position is worth where it opened or would open. */
  worth(position: NaivePosition): bigint {
    return this.rules(position).notional(priceOf(position));
  }

  /** Those that wait for a limit at most 0.5 % from the last price, or beyond it. */
  near(marketId: number): NaivePosition[] {
    const index = this.market(marketId).last?.price;
    return this.live(({ asked, status }) => {
      if (asked.marketId !== marketId || status !== 'waiting' || index === undefined) return false;
      const { side, price = 0n } = asked;
      const away = side === 'long' ? index - price : price - index;
      return away * 200n <= index;
    });
  }

  /** Opens a position at a price: pays the fee and begins to hold. */
  begin(position: NaivePosition, price: bigint): void {
    const rules = this.rules(position);
    position.status = 'holding';
    position.openPrice = price;
    position.openFee = rules.openFee(price);
    this.pay(position, position.openFee);
    this.receipts.push(`open ${position.id}`);
  }

  /** A fee of the owner's: the insurance fund's part rounded down, the rest to the fees. */
  pay({ asked, agreement, currencyId }: NaivePosition, fee: bigint): void {
    const part = (fee * agreement.insuranceSharePpm) / 1_000_000n;
    const user = `${asked.owner} contract ${currencyId}`;
    this.move(user, `0 insurance_fund ${currencyId}`, part);
    this.move(user, `0 fees ${currencyId}`, fee - part);
  }

  /** Adds to the margin of a position. */
  addMargin(position: NaivePosition, amount: bigint): void {
    position.added += amount;
    this.receipts.push(`margin ${position.id}`);
  }

  /** Closes some lots of a holding position: they become one of their own, with what the rest does not need. */
  finishPart(position: NaivePosition, { id, lots, index, reason }: NaivePart): void {
    const before = { margin: this.margin(position), openFee: position.openFee };
    const all = position.asked.lots;
    const added = (position.added * BigInt(lots)) / BigInt(all);
    position.asked = { ...position.asked, lots: all - lots };
    position.added -= added;
    position.openFee = this.rules(position).openFee(priceOf(position));
    const part: NaivePosition = {
      ...position,
      id,
      partOf: position.id,
      asked: { ...position.asked, lots },
      takeProfit: undefined,
      stopLoss: undefined,
      levels: [],
      added,
      partMargin: before.margin - this.margin(position),
      openFee: before.openFee - position.openFee,
    };
    this.positions.push(part);
    this.finish(part, { index, reason });
  }

  /** Fires every stop of a part that a price is past, the oldest first, each at most for what is left. */
  fireLevels(position: NaivePosition, index: bigint): void {
    for (const level of position.levels) {
      const { stop: reason, price, lots, levelId: id } = level;
      const isBelow = (position.asked.side === 'long') === (reason === 'stop_loss');
      const isPast = isBelow ? index <= price : index >= price;
      if (!isPast || position.status !== 'holding') continue;
      if (lots >= position.asked.lots || !this.isPart(position, lots)) {
        this.finish(position, { index, reason });
        return;
      }
      position.levels = position.levels.filter((each) => each !== level);
      this.finishPart(position, { id, lots, index, reason });
    }
  }

  /** Whether some lots can be closed alone: both have a margin, and the rest one beyond its maintenance. */
  isPart(position: NaivePosition, lots: number): boolean {
    const rest = { ...position, asked: { ...position.asked, lots: position.asked.lots - lots } };
    const [whole, left] = [this.rules(position), this.rules(rest)];
    const price = priceOf(position);
    return left.margin(price) > left.maintenance(price) && whole.margin(price) > left.margin(price);
  }

  /** Closes a holding position at a price. */
  finish(
    position: NaivePosition,
    { index, reason }: { readonly index: bigint; readonly reason: CloseReason },
  ): void {
    const { asked, agreement, currencyId } = position;
    const rules = this.rules(position);
    const user = `${asked.owner} contract ${currencyId}`;
    const house = `0 contract_house ${currencyId}`;
    const fund = `0 insurance_fund ${currencyId}`;
    const margin = this.margin(position);
    const pnl = rules.pnl(priceOf(position), index);
    const most = (margin - position.added) * BigInt(agreement.profitCapMultiple);
    position.pnl = minimum(most, maximum(pnl, -margin));
    this.move(house, user, position.pnl);
    const deficit = pnl < -margin ? -margin - pnl : 0n;
    position.insurancePaid = deficit < this.total(fund) ? deficit : this.total(fund);
    this.move(fund, house, position.insurancePaid);
    const left = margin + position.pnl;
    const fee = rules.closeFee(index);
    position.closeFee = minimum(fee, left);
    this.pay(position, position.closeFee);
    position.closePrice = index;
    end(position, reason);
    this.receipts.push(`${reason === 'user' ? 'close' : reason} ${position.id}`);
  }
}

export interface NaiveCopy {
  readonly positions: readonly NaivePosition[];
  readonly receipts: readonly string[];
  readonly money: ReadonlyMap<string, bigint>;
}

interface NaivePart {
  readonly id: number;
  readonly lots: number;
  readonly index: bigint;
  readonly reason: CloseReason;
}

/** Marks a position as over: closed if it held, cancelled if it waited. */
export function end(position: NaivePosition, reason: CloseReason): void {
  position.reason = reason;
  if (position.status === 'waiting') position.openFee = 0n;
  position.status = position.status === 'waiting' ? 'cancelled' : 'closed';
}

const priceOf = ({ openPrice, asked }: NaivePosition): bigint => openPrice ?? asked.price ?? 0n;

const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);
