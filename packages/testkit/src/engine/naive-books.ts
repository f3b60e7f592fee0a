/** Balances of the oracle: a map, and moves from one account to another. */
import type { PostEntry, PostingAccount, Reject, Transfer } from '@fairlead/engine';
import { keyOf } from './naive-order.ts';

const AMOUNT_MAX = 2n ** 62n;

export abstract class NaiveBooks {
  readonly owners = new Set<number>();
  readonly currencies = new Set<number>();
  /** By "owner account currency" or "house account currency". */
  readonly balances = new Map<string, bigint>();
  readonly references = new Set<string>();

  /** What of an owner's coin account is frozen in a currency. */
  abstract frozen(owner: number, currencyId: number): bigint;

  total(key: string): bigint {
    return this.balances.get(key) ?? 0n;
  }

  protected add(key: string, amount: bigint): void {
    this.balances.set(key, this.total(key) + amount);
  }

  protected post({ reason, reference, source, target, currencyId, amount }: PostEntry) {
    const known = `${reason} ${reference}`;
    if (!this.#isOpen(source) || !this.#isOpen(target)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    if (this.references.has(known)) return 'duplicate_reference';
    const refused = this.#move(keyOf(source, currencyId), keyOf(target, currencyId), amount);
    if (refused === 'done') this.references.add(known);
    return refused;
  }

  protected transfer({ owner, source, target, currencyId, amount }: Transfer) {
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    return this.#move(
      `${owner} ${source} ${currencyId}`,
      `${owner} ${target} ${currencyId}`,
      amount,
    );
  }

  #move(source: string, target: string, amount: bigint): Reject | 'done' {
    const [owner = '', account = '', currency = ''] = source.split(' ');
    const frozen = account === 'coin' ? this.frozen(Number(owner), Number(currency)) : 0n;
    if (source === target) return 'same_account';
    if (amount <= 0n) return 'amount_not_positive';
    if (amount > AMOUNT_MAX) return 'quantity_out_of_range';
    if (account !== 'external' && amount > this.total(source) - frozen) {
      return 'insufficient_balance';
    }
    this.add(source, -amount);
    this.add(target, amount);
    return 'done';
  }

  #isOpen(account: PostingAccount): boolean {
    return 'house' in account || this.owners.has(account.owner);
  }
}
