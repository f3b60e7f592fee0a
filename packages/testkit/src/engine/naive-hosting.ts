/**
 * What locked funds should do, as simply as it can be said: every order is kept for ever in a plain list, what is frozen,
 * sold or due is found by looking through all of them, and sums are made day by day instead of by formula. It shares no code
 * with the engine, only its types.
 */

import type { Command, PostingAccount, Reject, Stamp } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
type Outcome = Reject | 'ok';
type Product = Of<'configure_hosting'>['product'];

const WHOLE = 1_000_000n;

export interface NaiveHosting {
  readonly id: number;
  readonly bought: Of<'buy_hosting'>;
  /** As it was at the purchase. */
  readonly product: Product;
  /** What each day brings, the first one first. */
  readonly brings: readonly bigint[];
  readonly paidAtMs: number;
  posted: number;
  damages: bigint;
  penalty: bigint;
  status: 'hosting' | 'completed' | 'redeemed';
  endedAtMs: number | undefined;
}

interface DueDay {
  readonly order: NaiveHosting;
  readonly dueAtMs: number;
}

export class NaiveHostings {
  readonly owners = new Set<number>();
  readonly currencies = new Set<number>();
  readonly orders: NaiveHosting[] = [];
  /** "hosting_interest 17:3 120": what the journal must say, in order. */
  readonly entries: string[] = [];
  /** What the last `run_schedules` answered. */
  ran = 0;
  readonly #frozen = new Set<number>();
  readonly #products = new Map<number, Product>();
  readonly #money = new Map<string, bigint>();

  execute(command: Command, stamp: Stamp): Outcome {
    switch (command.kind) {
      case 'configure_currency':
        this.currencies.add(command.currency.currencyId);
        return 'ok';
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
      case 'configure_hosting':
        return this.#configure(command);
      case 'buy_hosting':
        return this.#buy(command, stamp);
      case 'redeem_hosting':
        return this.#redeem(command, stamp);
      case 'run_schedules':
        return this.#run(command, stamp);
      default:
        throw new RangeError(`the oracle knows of locked funds only, not of ${command.kind}`);
    }
  }

  /** The total of "owner account currency"; the house is owner 0. */
  total(key: string): bigint {
    return this.#money.get(key) ?? 0n;
  }

  /** What an owner has in hosting in a currency. */
  locked(owner: number, currencyId: number): bigint {
    const own = this.#live(currencyId).filter(({ bought }) => bought.owner === owner);
    return sum(own.map(({ bought }) => bought.amount));
  }

  /** Interest of a currency that is not posted yet. */
  promised(currencyId: number): bigint {
    return sum(this.#live(currencyId).map((order) => sum(order.brings.slice(order.posted))));
  }

  /** What is in hosting of a product. */
  hosted(productId: number): bigint {
    const orders = this.orders.filter(
      ({ status, bought }) => status === 'hosting' && bought.productId === productId,
    );
    return sum(orders.map(({ bought }) => bought.amount));
  }

  /** When the next day of any order is due. */
  nextDueAtMs(): number | undefined {
    return this.#dueDays()[0]?.dueAtMs;
  }

  #live(currencyId: number): NaiveHosting[] {
    return this.orders.filter(
      ({ status, product }) => status === 'hosting' && product.currencyId === currencyId,
    );
  }

  /** The next day of each order, in the order in which they fall due. */
  #dueDays(): DueDay[] {
    const due = this.orders
      .filter(({ status }) => status === 'hosting')
      .map((order) => ({ order, dueAtMs: order.paidAtMs + (order.posted + 1) * DAY_MS }));
    return due.sort(
      (left, right) => left.dueAtMs - right.dueAtMs || left.order.id - right.order.id,
    );
  }

  #move(from: string, to: string, amount: bigint): void {
    this.#money.set(from, this.total(from) - amount);
    this.#money.set(to, this.total(to) + amount);
  }

  #free(owner: number, account: string, currencyId: number): bigint {
    const total = this.total(`${owner} ${account} ${currencyId}`);
    if (account === 'trust') return total - this.locked(owner, currencyId);
    return account === 'yield_treasury' ? total - this.promised(currencyId) : total;
  }

  #post({ source, target, currencyId, amount }: Of<'post_entry'>): Outcome {
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    const [owner, account] = nameOf(source);
    if (account !== 'external' && this.#free(owner, account, currencyId) < amount) {
      return 'insufficient_balance';
    }
    const to = nameOf(target).join(' ');
    this.#move(`${owner} ${account} ${currencyId}`, `${to} ${currencyId}`, amount);
    return 'ok';
  }

  #transfer({ owner, source, target, currencyId, amount }: Of<'transfer'>): Outcome {
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    if (this.#frozen.has(owner)) return 'account_frozen';
    if (amount <= 0n) return 'amount_not_positive';
    if (this.#free(owner, source, currencyId) < amount) return 'insufficient_balance';
    this.#move(`${owner} ${source} ${currencyId}`, `${owner} ${target} ${currencyId}`, amount);
    return 'ok';
  }

  #configure({ product }: Of<'configure_hosting'>): Outcome {
    if (!this.currencies.has(product.currencyId)) return 'currency_not_found';
    const known = this.#products.get(product.productId);
    if (known !== undefined && known.currencyId !== product.currencyId) return 'terms_invalid';
    if (sum(daysOf(product.minMinor, product)) === 0n) return 'terms_invalid';
    this.#products.set(product.productId, product);
    return 'ok';
  }

  #buy(bought: Of<'buy_hosting'>, { sequence, timeMs }: Stamp): Outcome {
    const { owner, productId, amount } = bought;
    const product = this.#products.get(productId);
    if (!this.owners.has(owner)) return 'account_not_found';
    if (product === undefined) return 'product_not_found';
    if (this.#frozen.has(owner)) return 'account_frozen';
    if (!product.isOpen) return 'product_closed';
    if (amount <= 0n) return 'amount_not_positive';
    if (amount > product.maxMinor) return 'quantity_out_of_range';
    if (amount < product.minMinor) return 'below_minimum';
    if (this.hosted(productId) + amount > product.capacityMinor) return 'sold_out';
    const { currencyId } = product;
    const brings = daysOf(amount, product);
    if (this.#free(owner, 'trust', currencyId) < amount) return 'insufficient_balance';
    if (this.#free(0, 'yield_treasury', currencyId) < sum(brings)) return 'house_limit';
    this.orders.push({
      id: sequence,
      bought,
      product,
      brings,
      paidAtMs: timeMs,
      posted: 0,
      damages: 0n,
      penalty: 0n,
      status: 'hosting',
      endedAtMs: undefined,
    });
    return 'ok';
  }

  #run({ max }: Of<'run_schedules'>, { timeMs }: Stamp): Outcome {
    if (max < 1) return 'quantity_out_of_range';
    for (this.ran = 0; this.ran < max; this.ran += 1) {
      const next = this.#dueDays()[0];
      if (next === undefined || next.dueAtMs > timeMs) break;
      this.#postDay(next.order);
      if (next.order.posted < next.order.product.days) continue;
      next.order.status = 'completed';
      next.order.endedAtMs = timeMs;
    }
    return 'ok';
  }

  #postDay(order: NaiveHosting): void {
    const amount = order.brings[order.posted] ?? 0n;
    const { currencyId } = order.product;
    order.posted += 1;
    if (amount === 0n) return;
    this.entries.push(`hosting_interest ${order.id}:${order.posted} ${amount}`);
    const trust = `${order.bought.owner} trust ${currencyId}`;
    this.#move(`0 yield_treasury ${currencyId}`, trust, amount);
  }

  #redeem({ owner, hostingId }: Of<'redeem_hosting'>, { sequence, timeMs }: Stamp): Outcome {
    if (!this.owners.has(owner)) return 'account_not_found';
    const order = this.orders.find(({ id, status }) => id === hostingId && status === 'hosting');
    const isStranger = order !== undefined && order.bought.owner !== owner;
    if (isStranger || hostingId < 1 || hostingId >= sequence) return 'hosting_not_found';
    if (this.#frozen.has(owner)) return 'account_frozen';
    if (order === undefined) return 'hosting_not_open';
    const { days, damagesRatePpm, dailyYieldPpm, currencyId } = order.product;
    if (timeMs - order.paidAtMs >= days * DAY_MS) return 'hosting_not_open';
    while (order.paidAtMs + (order.posted + 1) * DAY_MS <= timeMs) this.#postDay(order);
    const { amount } = order.bought;
    let millionths = 0n;
    for (let day = order.posted; day < days; day += 1) millionths += damagesRatePpm * amount;
    order.damages = least(millionths / WHOLE, amount);
    const threeDays = amount * dailyYieldPpm * 3n;
    order.penalty = least(threeDays / WHOLE / 2n, amount - order.damages);
    order.status = 'redeemed';
    order.endedAtMs = timeMs;
    const taken = order.damages + order.penalty;
    if (taken === 0n) return 'ok';
    this.entries.push(`hosting_redemption ${order.id} ${taken}`);
    this.#move(`${owner} trust ${currencyId}`, `0 yield_treasury ${currencyId}`, taken);
    return 'ok';
  }
}

/** What each day of an amount brings: whole units as soon as the days before and it add up to them. */
function daysOf(amount: bigint, { days, dailyYieldPpm }: Product): bigint[] {
  let millionths = 0n;
  for (let day = 0; day < days; day += 1) millionths += amount * dailyYieldPpm;
  const interest = millionths / WHOLE;
  const brings: bigint[] = [];
  let parts = 0n;
  for (let day = 0; day < days; day += 1) {
    parts += interest;
    const whole = parts / BigInt(days);
    parts -= whole * BigInt(days);
    brings.push(whole);
  }
  return brings;
}

function nameOf(account: PostingAccount): [owner: number, account: string] {
  return 'house' in account ? [0, account.house] : [account.owner, account.account];
}

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);

const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);
