/**
 * An owner's lots, movement by movement. Goal: after each movement the open lots of a currency add up to what the ledger says
 * the owner has, to the unit. Out of scope: what a country's law asks for.
 */
import { assert, assertNever, divFloor } from '@fairlead/units';
import { type Lot, Lots, type TaxMethod } from './lots.ts';
import type {
  Applied,
  CurrencyAmount,
  LotChange,
  Movement,
  TaxFigure,
  TaxLine,
} from './movement.ts';
import { type ResultFigure, ruleOf } from './rules.ts';
import { dayOf, type Valuation } from './valuation.ts';

/** What a deposit from outside cost where nobody stated it. */
export const DEPOSIT_COSTS = ['unknown', 'zero', 'day_price'] as const;
export type DepositCost = (typeof DEPOSIT_COSTS)[number];

/** What an owner states of one deposit. */
export interface StatedCost {
  readonly currencyId: number;
  /** In minor units of that currency. */
  readonly cost: bigint;
  readonly acquiredMs: number;
  /** The UTC day whose price its cost is valued at where the account's currency is another. */
  readonly day: number;
}

export interface TaxTerms {
  readonly method: TaxMethod;
  readonly valuation: Valuation;
  readonly depositCost: DepositCost;
  /** By the deposit's entry. */
  readonly stated: ReadonlyMap<number, StatedCost>;
}

/** What is there of one currency. */
export interface Holding {
  readonly currencyId: number;
  readonly lots: readonly Lot[];
}

type Parts = { lines: TaxLine[]; taken: LotChange[]; added: LotChange[] };

/** Entries of several engines are numbered apart: only within one do numbers rise with time. */
const isAfter = ({ timeMs, entryId }: Movement, before: Movement | undefined): boolean =>
  before === undefined ||
  timeMs > before.timeMs ||
  (timeMs === before.timeMs && entryId > before.entryId);

export class TaxLedger {
  readonly #terms: TaxTerms;
  readonly #lots = new Map<number, Lots>();
  /** What passed withdrawals took, by their reference, for those that are given back. */
  readonly #left = new Map<string, readonly Lot[]>();
  #movement: Movement | undefined;
  #statedCount = 0;
  #parts: Parts = { lines: [], taken: [], added: [] };

  constructor(terms: TaxTerms) {
    this.#terms = terms;
  }

  /** Movements come in the order of their times, and of those of one moment of their entries. */
  apply(movement: Movement): Applied {
    assert(isAfter(movement, this.#movement), 'movements come in their order');
    this.#movement = movement;
    this.#parts = { lines: [], taken: [], added: [] };
    const rule = ruleOf(movement);
    switch (rule.treat) {
      case 'own':
        assert(movement.changes.length === 0, 'a transfer changes nothing in sum');
        break;
      case 'exchange':
        this.#exchange(movement);
        break;
      case 'outside':
        for (const change of movement.changes) this.#outside(movement, change);
        break;
      case 'income':
        for (const change of movement.changes) this.#result(movement, change, rule.figure);
        break;
      case 'result':
        for (const change of movement.changes) this.#result(movement, change, rule.figure);
        break;
      default:
        assertNever(rule);
    }
    for (const fee of movement.fees)
      this.#line(movement, 'fees', { ...fee, value: this.#value(movement, fee) });
    return { movement, ...this.#parts };
  }

  /** Deposits so far whose cost is what their owner stated. */
  get statedCount(): number {
    return this.#statedCount;
  }

  /** What of a currency is there. */
  total(currencyId: number): bigint {
    return this.#lots.get(currencyId)?.total ?? 0n;
  }

  /** All that is there, by currency. */
  holdings(): Holding[] {
    return [...this.#lots]
      .filter(([, lots]) => lots.total > 0n)
      .map(([currencyId, lots]) => ({ currencyId, lots: lots.open() }))
      .sort((left, right) => left.currencyId - right.currencyId);
  }

  #exchange(movement: Movement): void {
    const given = movement.changes.filter(({ amount }) => amount < 0n);
    const received = movement.changes.filter(({ amount }) => amount > 0n);
    const [out, into] = [given[0], received[0]];
    if (given.length !== 1 || received.length !== 1 || out === undefined || into === undefined) {
      // With oneself: what is gone are fees, and there is nothing that was given for anything.
      for (const change of movement.changes) this.#result(movement, change, 'corrections');
      return;
    }
    const worth = this.#exchanged(movement, out, into);
    this.#dispose(movement, out, worth);
    this.#add(into.currencyId, this.#lotOf(movement, into.amount, worth));
  }

  /** What a trade was worth: its leg in the account's currency, else what was received that day, else what was given. */
  #exchanged(movement: Movement, out: CurrencyAmount, into: CurrencyAmount): bigint | undefined {
    const given = { ...out, amount: -out.amount };
    if (out.currencyId === this.#terms.valuation.currencyId) return given.amount;
    return this.#value(movement, into) ?? this.#value(movement, given);
  }

  #outside(movement: Movement, change: CurrencyAmount): void {
    const figure = movement.reason === 'withdrawal' ? 'withdrawals' : 'deposits';
    const value = this.#value(movement, change);
    if (change.amount < 0n) {
      const lots = this.#take(change);
      if (figure === 'withdrawals') this.#left.set(movement.reference, lots);
      this.#line(movement, figure, { ...change, value, lots, cost: costOf(lots) });
      return;
    }
    const back = figure === 'withdrawals' ? this.#givenBack(movement, change) : undefined;
    const lots = back ?? [this.#deposited(movement, change)];
    for (const lot of lots) this.#add(change.currencyId, lot);
    const cost = costOf(lots);
    const missing = cost === undefined ? ({ missing: 'cost' } as const) : {};
    this.#line(movement, figure, { ...change, value, lots, cost, ...missing });
  }

  /** The very lots that a withdrawal took, where all of it comes back. */
  #givenBack({ reference }: Movement, { amount }: CurrencyAmount): readonly Lot[] | undefined {
    const origin = reference.slice(0, -REFUND.length);
    const lots = reference.endsWith(REFUND) ? this.#left.get(origin) : undefined;
    if (lots === undefined || quantityOf(lots) !== amount) return undefined;
    this.#left.delete(origin);
    return lots;
  }

  #deposited(movement: Movement, change: CurrencyAmount): Lot {
    const stated = this.#terms.stated.get(movement.entryId);
    if (change.currencyId === this.#terms.valuation.currencyId)
      return this.#lotOf(movement, change.amount, change.amount);
    const { depositCost, valuation } = this.#terms;
    if (stated !== undefined) {
      this.#statedCount += 1;
      const cost = valuation.valueOn(stated.currencyId, stated.cost, stated.day);
      const acquiredMs = Math.min(stated.acquiredMs, movement.timeMs);
      return { ...this.#lotOf(movement, change.amount, cost), acquiredMs, isStated: true };
    }
    const cost = { unknown: undefined, zero: 0n, day_price: this.#value(movement, change) };
    return this.#lotOf(movement, change.amount, cost[depositCost]);
  }

  #result(movement: Movement, change: CurrencyAmount, figure: TaxFigure | ResultFigure): void {
    const value = this.#value(movement, change);
    this.#line(movement, figure, { ...change, value });
    if (change.amount > 0n)
      this.#add(change.currencyId, this.#lotOf(movement, change.amount, value));
    else this.#dispose(movement, change, value === undefined ? undefined : -value);
  }

  /** Takes lots and says what they gained. What has a cost and what has none are lines of their own. */
  #dispose(movement: Movement, change: CurrencyAmount, proceeds: bigint | undefined): void {
    const lots = this.#take(change);
    // The account's own currency is what all is measured by: it costs what it is.
    if (change.currencyId === this.#terms.valuation.currencyId) return;
    const known = lots.filter(({ cost }) => cost !== undefined);
    const unknown = lots.filter(({ cost }) => cost === undefined);
    const knownQuantity = quantityOf(known);
    const share =
      proceeds === undefined ? undefined : divFloor(proceeds * knownQuantity, -change.amount);
    const rest = proceeds === undefined || share === undefined ? undefined : proceeds - share;
    if (known.length > 0) this.#disposal(movement, change.currencyId, known, share);
    if (unknown.length > 0) this.#disposal(movement, change.currencyId, unknown, rest);
  }

  #disposal(
    movement: Movement,
    currencyId: number,
    lots: readonly Lot[],
    value: bigint | undefined,
  ): void {
    const cost = costOf(lots);
    const isKnown = cost !== undefined && value !== undefined;
    const missing = value === undefined ? 'price' : 'cost';
    this.#line(movement, 'gains', {
      currencyId,
      amount: quantityOf(lots),
      value,
      cost,
      lots,
      gain: isKnown ? value - cost : undefined,
      ...(!isKnown && { missing }),
    });
  }

  #line(
    { entryId, timeMs, reason }: Movement,
    figure: TaxFigure,
    {
      amount,
      ...rest
    }: Omit<TaxLine, 'figure' | 'entryId' | 'timeMs' | 'reason' | 'quantity'> & {
      readonly amount: bigint;
    },
  ): void {
    const missing = rest.value === undefined ? ({ missing: 'price' } as const) : {};
    this.#parts.lines.push({
      figure,
      entryId,
      timeMs,
      reason,
      quantity: amount,
      ...missing,
      ...rest,
    });
  }

  #value({ timeMs }: Movement, { currencyId, amount }: CurrencyAmount): bigint | undefined {
    return this.#terms.valuation.valueOn(currencyId, amount, dayOf(timeMs));
  }

  #lotOf({ entryId, timeMs }: Movement, quantity: bigint, cost: bigint | undefined): Lot {
    return { entryId, acquiredMs: timeMs, quantity, cost };
  }

  #of(currencyId: number): Lots {
    const known = this.#lots.get(currencyId);
    if (known !== undefined) return known;
    // Of the currency that all is measured by one pool is enough.
    const isOwn = currencyId === this.#terms.valuation.currencyId;
    const lots = new Lots(isOwn ? 'average' : this.#terms.method);
    this.#lots.set(currencyId, lots);
    return lots;
  }

  #add(currencyId: number, lot: Lot): void {
    const { replaced, lot: added } = this.#of(currencyId).add(lot);
    if (replaced !== undefined) this.#parts.taken.push({ currencyId, lot: replaced });
    this.#parts.added.push({ currencyId, lot: added });
  }

  #take({ currencyId, amount }: CurrencyAmount): Lot[] {
    const lots = this.#of(currencyId).take(-amount);
    for (const lot of lots) this.#parts.taken.push({ currencyId, lot });
    return lots;
  }
}

/** How the ledger names what gives a withdrawal back: the withdrawal's reference and this. */
const REFUND = ':refund';

export const quantityOf = (lots: readonly Lot[]): bigint =>
  lots.reduce((sum, { quantity }) => sum + quantity, 0n);

/** What lots cost together; unknown where one is. */
export function costOf(lots: readonly Lot[]): bigint | undefined {
  let sum = 0n;
  for (const { cost } of lots) {
    if (cost === undefined) return undefined;
    sum += cost;
  }
  return sum;
}
