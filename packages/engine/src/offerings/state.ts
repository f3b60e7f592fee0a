/**
 * New-coin subscription: what is offered, what of it is sold, and the subscriptions that hold money. Rejected and released
 * ones are in the tables only.
 */
import { type AmountMinor, amountMinor, assert } from '@fairlead/units';
import { ChangedRows } from '../table/changed-rows.ts';
import { DueQueue } from '../table/due-queue.ts';
import type { OwnerId } from '../terms.ts';
import type { OfferingChanges, OfferingRow, OfferingSnapshot, SubscriptionRow } from './rows.ts';
import type { Offering } from './terms.ts';

/** One offering with what its limits go by. */
interface Sale {
  row: OfferingRow;
  /** Subscriptions that are not decided. */
  underReview: number;
  /** By owner, what they have of it, under review or locked; owners without any are left out. */
  readonly held: Map<OwnerId, bigint>;
}

export class Offerings {
  readonly #sales = new Map<number, Sale>();
  readonly #kept = new Map<number, SubscriptionRow>();
  /** Those that passed, by when they are released. */
  readonly #locked = new DueQueue();
  readonly #changed = new ChangedRows<SubscriptionRow>();
  readonly #changedOfferings = new ChangedRows<OfferingRow>();

  offering(offeringId: number): OfferingRow | undefined {
    return this.#sales.get(offeringId)?.row;
  }

  /** A subscription under review, or one that passed and is not released. */
  find(subscriptionId: number): SubscriptionRow | undefined {
    return this.#kept.get(subscriptionId);
  }

  /** What an owner has of an offering: under review or locked. */
  heldBy(owner: OwnerId, offeringId: number): AmountMinor {
    return amountMinor(this.#sales.get(offeringId)?.held.get(owner) ?? 0n);
  }

  /** Whether an offering is in a currency, as what is sold or as what is paid. */
  isOffered(currencyId: number): boolean {
    return [...this.#sales.values()].some(
      ({ row }) => row.currencyId === currencyId || row.paymentCurrencyId === currencyId,
    );
  }

  /** Whether a currency is sold here and not launched, or not all of its subscriptions are decided (N2). */
  isPending(currencyId: number, timeMs: number): boolean {
    return this.#ofCurrency(currencyId).some(
      ({ row, underReview }) => timeMs < row.launchesAtMs || underReview > 0,
    );
  }

  /** When the next locked amount is released. */
  get nextReleaseMs(): number | undefined {
    return this.#locked.first?.dueAtMs;
  }

  setTerms(offering: Offering): void {
    const soldMinor = this.offering(offering.offeringId)?.soldMinor ?? amountMinor(0n);
    this.#setOffering({ ...offering, soldMinor });
  }

  /** Takes a new subscription, whose amount is on sale no longer. */
  subscribe(row: SubscriptionRow): void {
    this.#keep(row);
    this.#sell(row, row.amount);
    this.#changed.set(row.subscriptionId, row);
  }

  /** Takes the decision on a subscription. What is rejected is on sale again, and forgotten. */
  decide(row: SubscriptionRow): void {
    assert(this.find(row.subscriptionId)?.status === 'under_review', 'a decision is made once');
    this.#forget(row.subscriptionId);
    if (row.status === 'passed') this.#keep(row);
    else this.#sell(row, -row.amount);
    this.#changed.set(row.subscriptionId, row);
  }

  /** The locked subscription that is due first; there must be one. */
  nextLocked(): SubscriptionRow {
    const row = this.find(this.#locked.first?.id ?? 0);
    assert(row !== undefined, 'what is locked is kept');
    return row;
  }

  /** Forgets the one that is due first, which is released now. */
  release(row: SubscriptionRow): void {
    assert(this.#locked.take().id === row.subscriptionId, 'what is due first is released first');
    this.#forget(row.subscriptionId);
    this.#changed.set(row.subscriptionId, row);
  }

  takeChanges(): OfferingChanges {
    return { offerings: this.#changedOfferings.take(), subscriptions: this.#changed.take() };
  }

  snapshot(): OfferingSnapshot {
    return { offerings: this.#offerings(), subscriptions: this.rows() };
  }

  /** Under review and locked ones, by id. */
  rows(): SubscriptionRow[] {
    return [...this.#kept.values()].sort(
      (left, right) => left.subscriptionId - right.subscriptionId,
    );
  }

  /** Puts stored rows back, each once. */
  restore({ offerings, subscriptions }: OfferingSnapshot): void {
    for (const row of offerings) {
      assert(this.offering(row.offeringId) === undefined, 'an offering is restored once');
      this.#sales.set(row.offeringId, { row, underReview: 0, held: new Map() });
    }
    for (const row of subscriptions) this.#keep(row);
  }

  /** Recounts what the limits go by. `timeMs` is the time of the last command. O(kept). */
  check(timeMs: number): void {
    this.#locked.check();
    const sums = new Map<string, bigint>();
    const counts = new Map<number, number>();
    let locked = 0;
    for (const { offeringId, owner, amount, status } of this.#kept.values()) {
      const key = `${offeringId} ${owner}`;
      sums.set(key, (sums.get(key) ?? 0n) + amount);
      if (status === 'passed') locked += 1;
      else counts.set(offeringId, (counts.get(offeringId) ?? 0) + 1);
    }
    assert(locked === this.#locked.count, 'each locked amount is due once');
    for (const [offeringId, sale] of this.#sales) {
      assert(sale.underReview === (counts.get(offeringId) ?? 0), 'what is under review is counted');
      for (const [owner, held] of sale.held) {
        assert(held === sums.get(`${offeringId} ${owner}`), 'what owners have is summed up');
        sums.delete(`${offeringId} ${owner}`);
      }
      checkSold(sale, timeMs);
    }
    assert(sums.size === 0, 'each subscription counts to its owner');
  }

  #offerings(): OfferingRow[] {
    const rows = [...this.#sales.values()].map(({ row }) => row);
    return rows.sort((left, right) => left.offeringId - right.offeringId);
  }

  #ofCurrency(currencyId: number): Sale[] {
    return [...this.#sales.values()].filter(({ row }) => row.currencyId === currencyId);
  }

  #setOffering(row: OfferingRow): void {
    const known = this.#sales.get(row.offeringId);
    if (known === undefined) {
      this.#sales.set(row.offeringId, { row, underReview: 0, held: new Map() });
    } else {
      known.row = row;
    }
    this.#changedOfferings.set(row.offeringId, row);
  }

  #sell({ offeringId }: SubscriptionRow, amount: bigint): void {
    const { row } = this.#sale(offeringId);
    this.#setOffering({ ...row, soldMinor: amountMinor(row.soldMinor + amount) });
  }

  #keep(row: SubscriptionRow): void {
    const { subscriptionId, offeringId, owner, amount } = row;
    assert(!this.#kept.has(subscriptionId), 'a subscription is kept once');
    const sale = this.#sale(offeringId);
    this.#kept.set(subscriptionId, row);
    sale.held.set(owner, (sale.held.get(owner) ?? 0n) + amount);
    if (row.status === 'under_review') sale.underReview += 1;
    else this.#locked.add({ dueAtMs: row.unlocksAtMs, id: subscriptionId });
  }

  #forget(subscriptionId: number): void {
    const row = this.#kept.get(subscriptionId);
    assert(row !== undefined, 'what is forgotten was kept');
    this.#kept.delete(subscriptionId);
    const sale = this.#sale(row.offeringId);
    const left = (sale.held.get(row.owner) ?? 0n) - row.amount;
    if (left === 0n) sale.held.delete(row.owner);
    else sale.held.set(row.owner, left);
    if (row.status === 'under_review') sale.underReview -= 1;
  }

  #sale(offeringId: number): Sale {
    const sale = this.#sales.get(offeringId);
    assert(sale !== undefined, 'a subscription is of an offering');
    return sale;
  }
}

/** Nothing is released before the launch, so until then all that is sold is kept here. */
function checkSold({ row, held }: Sale, timeMs: number): void {
  let kept = 0n;
  for (const amount of held.values()) kept += amount;
  const { soldMinor, totalMinor, launchesAtMs } = row;
  assert(soldMinor >= kept && soldMinor <= totalMinor, 'no more is sold than there is');
  const isWhole = timeMs >= launchesAtMs || soldMinor === kept;
  assert(isWhole, 'what is sold is the sum of the subscriptions');
}
