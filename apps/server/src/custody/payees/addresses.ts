/**
 * Users' books of withdrawal addresses. An address gets in with fund password, second factor and a code, in
 * its chain's one way of writing, and cools off before its first use (W7).
 */

import { ProblemError } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { canonicalAddress } from '../../chains/index.ts';
import { ADDRESSES_PER_USER_MAX } from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import { lockOpenAccount } from '../../identity/users/index.ts';
import {
  type AddressChain,
  type AddressRow,
  addressesOf,
  deleteAddress,
  insertAddress,
} from './address-queries.ts';
import type { PayeeGuard, PayeeProof, SavedPayee } from './guard.ts';

export interface AddressesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly guard: PayeeGuard;
  readonly coolingOffMs: number;
  readonly network: 'main' | 'test';
}

export interface NewAddress {
  readonly userId: number;
  readonly currency: Pick<Currency, 'currencyId' | 'name'>;
  readonly chain: AddressChain;
  /** As typed. */
  readonly address: string;
  readonly note: string;
  readonly proof: PayeeProof;
  readonly say: Say;
  /** Whether a canonical address is the house's own. */
  isOwn(address: string): Promise<boolean>;
}

export class Addresses {
  readonly #options: AddressesOptions;

  constructor(options: AddressesOptions) {
    this.#options = options;
  }

  /** A user's book, newest first. */
  list(userId: number): Promise<AddressRow[]> {
    return addressesOf(this.#options.database, userId);
  }

  /** Saves an address; gives its id and canonical form. What is wrong with it is said before a code is used up. */
  async add(added: NewAddress): Promise<SavedPayee & { readonly address: string }> {
    const { database, clock, guard, coolingOffMs, network } = this.#options;
    const { userId, currency, chain, note, say } = added;
    const { currencyId } = currency;
    const address = canonicalAddress(chain, added.address, network);
    if (address === undefined) throw invalid(say('fields.address'));
    if (await added.isOwn(address)) throw invalid(say('fields.address_own'));
    const isKnown = ({ currencyId: ofCurrency, chain: ofChain, address: kept }: AddressRow) =>
      ofCurrency === currencyId && ofChain === chain && kept === address;
    const book = await this.list(userId);
    if (book.some(isKnown)) throw invalid(say('fields.address_known'));
    if (book.length >= ADDRESSES_PER_USER_MAX) throw new ProblemError('address_limit');
    // As it was typed: that is what its owner saw when they signed.
    const shown = { owner: userId, currency: currency.name, chain, address: added.address };
    const signed = await guard.check(shown, added.proof);
    const nowMs = clock.now();
    const usableAtMs = nowMs + coolingOffMs;
    const id = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, userId);
      if ((await addressesOf(transaction, userId)).length >= ADDRESSES_PER_USER_MAX)
        throw new ProblemError('address_limit');
      const row = { userId, currencyId, chain, address, note, createdAtMs: nowMs, usableAtMs };
      return insertAddress(transaction, row, await guard.keep(transaction, signed));
    });
    if (id === undefined) throw invalid(say('fields.address_known'));
    return { id, usableAtMs, address };
  }

  /** Throws `not_found` for one that is not in the user's book. */
  async delete(userId: number, addressId: number): Promise<void> {
    const { database, clock } = this.#options;
    if (!(await deleteAddress(database, { userId, addressId }, clock.now())))
      throw new ProblemError('not_found');
  }
}

const invalid = (text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { address: text } });
