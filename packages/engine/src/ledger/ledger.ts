/**
 * Balances of all ledger accounts. Totals change only by postings, and each currency's postings sum to
 * zero at the end of each entry; frozen amounts change only by holds. Both are 64-bit integers in typed
 * arrays: no amount exceeds 2^62 (see AMOUNT_MAX), so no sum of two wraps, and the assertions below
 * would see it.
 */
import { type AmountMinor, amountMinor, assert } from '@fairlead/units';
import { AMOUNT_MAX, CURRENCY_ID_MAX } from '../limits.ts';
import { NONE, SlotTable } from '../table/slot-table.ts';
import { isOutside, type LedgerAccountId } from '../terms.ts';
import { type LedgerAccount, ledgerAccount } from './account-id.ts';
import type { BalanceRow, StoredBalance } from './rows.ts';

const ACCOUNTS_MIN = 64;
const AMOUNT_MIN = -AMOUNT_MAX;

export interface Balance {
  readonly total: AmountMinor;
  readonly frozen: AmountMinor;
  readonly available: AmountMinor;
}

/** An amount that is frozen in an account for something that is open. */
export interface Hold {
  readonly accountId: LedgerAccountId;
  readonly amount: AmountMinor;
}

const NO_BALANCE: Balance = {
  total: amountMinor(0n),
  frozen: amountMinor(0n),
  available: amountMinor(0n),
};

/** An account with the columns of its rows. */
interface OpenAccount extends LedgerAccount {
  readonly accountId: LedgerAccountId;
}

/** Marks of an account: whether it changed in this batch, whether it ever did, and whether it may be negative. */
const TOUCHED = 1;
const USED = 2;
const OUTSIDE = 4;

export class Ledger {
  readonly #slots = new SlotTable();
  #count = 0;
  /** What an account is of is in its id; only its currency is asked for at each posting. */
  #ids = new Float64Array(ACCOUNTS_MIN);
  #currencies = new Uint16Array(ACCOUNTS_MIN);
  /** Sum of all totals by currency: zero whenever no entry is being posted. */
  readonly #sums = new BigInt64Array(CURRENCY_ID_MAX + 1);
  readonly #usedCurrencies = new Set<number>();
  #totals = new BigInt64Array(ACCOUNTS_MIN);
  #frozen = new BigInt64Array(ACCOUNTS_MIN);
  #marks = new Uint8Array(ACCOUNTS_MIN);
  #touched: number[] = [];

  /** The slot of an account, or NONE when it was never opened. */
  find(accountId: LedgerAccountId): number {
    return this.#slots.get(accountId);
  }

  /** The slot of an account, which is opened when it is new. It has no row before its first posting. */
  open(accountId: LedgerAccountId): number {
    const known = this.#slots.get(accountId);
    if (known !== NONE) return known;
    const slot = this.#count;
    if (slot === this.#totals.length) this.#grow();
    const { kind, currencyId } = ledgerAccount(accountId);
    this.#ids[slot] = accountId;
    this.#currencies[slot] = currencyId;
    this.#marks[slot] = isOutside(kind) ? OUTSIDE : 0;
    this.#slots.add(accountId, slot);
    this.#count += 1;
    return slot;
  }

  account(slot: number): OpenAccount {
    assert(slot >= 0 && slot < this.#count, 'the account is open');
    const accountId = this.#ids[slot] ?? 0;
    const { owner, kind, currencyId } = ledgerAccount(accountId);
    return { accountId, owner, kind, currencyId };
  }

  /** Whether anything of the currency was ever posted. */
  isUsed(currencyId: number): boolean {
    return this.#usedCurrencies.has(currencyId);
  }

  total(slot: number): AmountMinor {
    return amountMinor(this.#totals[slot] ?? 0n);
  }

  frozen(slot: number): AmountMinor {
    return amountMinor(this.#frozen[slot] ?? 0n);
  }

  available(slot: number): AmountMinor {
    return amountMinor((this.#totals[slot] ?? 0n) - (this.#frozen[slot] ?? 0n));
  }

  /** Whether an account can pay an amount from what is not frozen. */
  canPay(slot: number, amount: AmountMinor): boolean {
    if (slot === NONE) return amount <= 0n;
    return amount <= BigInt.asIntN(64, (this.#totals[slot] ?? 0n) - (this.#frozen[slot] ?? 0n));
  }

  balance(slot: number): Balance {
    if (slot === NONE) return NO_BALANCE;
    return {
      total: this.total(slot),
      frozen: this.frozen(slot),
      available: this.available(slot),
    };
  }

  /** Adds a signed amount to an account's total and returns the new total. */
  post(slot: number, amount: AmountMinor): AmountMinor {
    assert(amount <= AMOUNT_MAX && amount >= AMOUNT_MIN, 'a posting is within the limits');
    const total = BigInt.asIntN(64, (this.#totals[slot] ?? 0n) + amount);
    assert(slot >= 0 && slot < this.#count, 'the account is open');
    const isCovered = total >= (this.#frozen[slot] ?? 0n) || this.#isOutside(slot);
    assert(isCovered, 'available must not be negative');
    assert(total <= AMOUNT_MAX && total >= AMOUNT_MIN, 'a total is within the limits');
    this.#totals[slot] = total;
    this.#addToSum(slot, amount);
    this.#touch(slot);
    return amountMinor(total);
  }

  /** Closes an entry: what was posted in a currency must have summed to zero. */
  assertBalanced(currencyId: number): void {
    assert(this.#sums[currencyId] === 0n, 'the postings of an entry must sum to zero');
  }

  /** Takes what was restored as it is, though it may not sum to zero: what is posted from here on does. */
  acceptSums(): void {
    this.#sums.fill(0n);
  }

  /** Moves an amount from available to frozen, so that one unit cannot back two orders. */
  freeze(slot: number, amount: AmountMinor): void {
    assert(amount >= 0n && this.canPay(slot, amount), 'only what is available can be frozen');
    this.#frozen[slot] = BigInt.asIntN(64, (this.#frozen[slot] ?? 0n) + amount);
    this.#touch(slot);
  }

  /** Moves an amount from frozen to available. */
  release(slot: number, amount: AmountMinor): void {
    const frozen = BigInt.asIntN(64, (this.#frozen[slot] ?? 0n) - amount);
    assert(amount >= 0n && frozen >= 0n, 'only what is frozen can be released');
    this.#frozen[slot] = frozen;
    this.#touch(slot);
  }

  row(slot: number): BalanceRow {
    const { accountId, owner, kind, currencyId } = this.account(slot);
    return {
      accountId,
      owner,
      account: kind,
      currencyId,
      total: this.total(slot),
      frozen: this.frozen(slot),
    };
  }

  /** The balances of all accounts ever posted to, in the order of their ids. */
  rows(): BalanceRow[] {
    const rows: BalanceRow[] = [];
    for (let slot = 0; slot < this.#count; slot += 1) {
      if (this.#isUsed(slot)) rows.push(this.row(slot));
    }
    return rows.sort((left, right) => left.accountId - right.accountId);
  }

  /**
   * All balances as they are now, whatever is posted later, in no order: a copy of the columns.
   */
  held(): Iterable<StoredBalance> {
    const count = this.#count;
    const ids = this.#ids.slice(0, count);
    const totals = this.#totals.slice(0, count);
    const frozen = this.#frozen.slice(0, count);
    const marks = this.#marks.slice(0, count);
    return {
      *[Symbol.iterator]() {
        for (let slot = 0; slot < count; slot += 1) {
          if (((marks[slot] ?? 0) & USED) === 0) continue;
          yield {
            accountId: ids[slot] ?? 0,
            total: amountMinor(totals[slot] ?? 0n),
            frozen: amountMinor(frozen[slot] ?? 0n),
          };
        }
      },
    };
  }

  /** The balances that changed since the last call, in the order in which they first did. */
  takeTouched(): BalanceRow[] {
    if (this.#touched.length === 0) return [];
    const rows = this.#touched.map((slot) => this.row(slot));
    this.forgetTouched();
    return rows;
  }

  /** What changed so far is no change any more. */
  forgetTouched(): void {
    for (const slot of this.#touched) this.#marks[slot] = (this.#marks[slot] ?? 0) & ~TOUCHED;
    this.#touched = [];
  }

  /** Puts a stored balance back; frozen amounts follow when the orders are put back. */
  restore(accountId: LedgerAccountId, total: AmountMinor): void {
    const slot = this.open(accountId);
    assert(!this.#isUsed(slot), 'an account is restored once');
    assert(total >= 0n || this.#isOutside(slot), 'only external may be negative');
    assert(total <= AMOUNT_MAX && total >= AMOUNT_MIN, 'a total is within the limits');
    this.#totals[slot] = total;
    this.#addToSum(slot, total);
    this.#touch(slot);
  }

  #isUsed(slot: number): boolean {
    return ((this.#marks[slot] ?? 0) & USED) !== 0;
  }

  #isOutside(slot: number): boolean {
    return ((this.#marks[slot] ?? 0) & OUTSIDE) !== 0;
  }

  #addToSum(slot: number, amount: AmountMinor): void {
    const currencyId = this.#currencies[slot] ?? 0;
    this.#sums[currencyId] = BigInt.asIntN(64, (this.#sums[currencyId] ?? 0n) + amount);
  }

  #touch(slot: number): void {
    const mark = this.#marks[slot] ?? 0;
    if ((mark & TOUCHED) !== 0) return;
    if ((mark & USED) === 0) this.#usedCurrencies.add(this.#currencies[slot] ?? 0);
    this.#marks[slot] = mark | TOUCHED | USED;
    this.#touched.push(slot);
  }

  #grow(): void {
    const size = this.#totals.length * 2;
    const [ids, currencies] = [new Float64Array(size), new Uint16Array(size)];
    const [totals, frozen] = [new BigInt64Array(size), new BigInt64Array(size)];
    const marks = new Uint8Array(size);
    ids.set(this.#ids);
    currencies.set(this.#currencies);
    totals.set(this.#totals);
    frozen.set(this.#frozen);
    marks.set(this.#marks);
    this.#ids = ids;
    this.#currencies = currencies;
    this.#totals = totals;
    this.#frozen = frozen;
    this.#marks = marks;
  }
}
