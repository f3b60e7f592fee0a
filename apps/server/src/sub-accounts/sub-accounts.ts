/**
 * Accounts that a user has beside the main one (docs/internals/sub-accounts.md): each an owner of its own in the ledger, without
 * a login. Whose one is its number says; here is what its owner set of it.
 */
import { randomBytes } from 'node:crypto';
import type { SubAccountProduct } from '@fairlead/contract';
import { ProblemError, SUB_ACCOUNT_PRODUCTS, SUB_ACCOUNTS_MAX } from '@fairlead/contract';
import { isSubAccount, mainOf, subAccountOf } from '@fairlead/engine';
import { NewestMap } from '@fairlead/units';
import { runCommand } from '../core/acts/acts.ts';
import {
  SUB_ACCOUNT_AHEAD_MS,
  SUB_ACCOUNT_CACHE_MAX,
  SUB_ACCOUNT_FRESH_MS,
} from '../core/http/limits.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { lockOpenAccount } from '../identity/users/index.ts';
import {
  type DailyLimit,
  dailyLimitsOf,
  findSubAccount,
  frozenAmong,
  insertSubAccount,
  replaceDailyLimits,
  type SubAccountRow,
  subAccountsOf,
  updateSubAccount,
} from './queries.ts';

export interface SubAccountsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly sequencer: SequencerPort;
}

export interface SubAccountTerms {
  readonly name: string;
  readonly products: readonly SubAccountProduct[];
  readonly limits: readonly DailyLimit[];
}

export interface LimitedSubAccount extends SubAccountRow {
  readonly limits: readonly DailyLimit[];
  /** Alone, or with its main account. */
  readonly isFrozen: boolean;
}

interface Known {
  readonly row: SubAccountRow;
  readonly freshUntilMs: number;
}

export class SubAccounts {
  readonly #options: SubAccountsOptions;
  readonly #known = new NewestMap<number, Known>(SUB_ACCOUNT_CACHE_MAX);
  /** One of each at a time, so that those who wait for it go on in the order in which they came. */
  readonly #looks = new Map<number, Promise<SubAccountRow | undefined>>();

  constructor(options: SubAccountsOptions) {
    this.#options = options;
  }

  async list(mainId: number): Promise<LimitedSubAccount[]> {
    const { database } = this.#options;
    const rows = await subAccountsOf(database, mainId);
    const ids = rows.map(({ subAccountId }) => subAccountId);
    const limits = await dailyLimitsOf(database, ids);
    const frozen = await frozenAmong(database, [mainId, ...ids]);
    return rows.map((row) => ({
      ...row,
      limits: limits.get(row.subAccountId) ?? [],
      isFrozen: frozen.has(mainId) || frozen.has(row.subAccountId),
    }));
  }

  /** One of this user's; throws `not_found` for another's as for one that there is not. */
  async own(mainId: number, subAccountId: number): Promise<LimitedSubAccount> {
    const found = (await this.list(mainId)).find((each) => each.subAccountId === subAccountId);
    if (found === undefined) throw new ProblemError('not_found');
    return found;
  }

  /** Whether a sub-account is this user's. One that was made is never gone, so it is looked for once. */
  async isOf(mainId: number, subAccountId: number): Promise<boolean> {
    if (!isSubAccount(subAccountId) || mainOf(subAccountId) !== mainId) return false;
    if (this.#known.get(subAccountId) !== undefined) return true;
    return (await this.#look(subAccountId)) !== undefined;
  }

  /**
   * What a sub-account may open: at once where it was looked at a moment ago. Who is told at once overtakes nobody who waits: what was
   * looked at is known before any of them goes on.
   */
  productsOf(
    subAccountId: number,
  ): readonly SubAccountProduct[] | Promise<readonly SubAccountProduct[]> {
    const known = this.#known.get(subAccountId);
    const freshMs = (known?.freshUntilMs ?? 0) - this.#options.clock.now();
    if (known !== undefined && freshMs > 0) {
      // Whoever asks when it is not fresh any more learns what went wrong.
      if (freshMs <= SUB_ACCOUNT_AHEAD_MS) this.#look(subAccountId).catch(() => undefined);
      return known.row.products;
    }
    return this.#look(subAccountId).then((row) => row?.products ?? []);
  }

  /** Throws `sub_account_limit`, `name_taken` and `account_locked`. */
  async create(mainId: number, name: string): Promise<LimitedSubAccount> {
    const { database, clock } = this.#options;
    const row = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, mainId);
      const own = await subAccountsOf(transaction, mainId);
      if (own.length >= SUB_ACCOUNTS_MAX) throw new ProblemError('sub_account_limit');
      refuseTaken(own, name);
      const made = {
        subAccountId: subAccountOf(mainId, own.length + 1),
        mainId,
        name,
        products: SUB_ACCOUNT_PRODUCTS,
        createdAtMs: clock.now(),
      };
      // A column that must be filled; nobody is ever found by it.
      await insertSubAccount(transaction, made, `sub-${randomBytes(12).toString('hex')}`);
      return made;
    });
    await this.openLedger(row.subAccountId);
    return { ...row, limits: [], isFrozen: (await frozenAmong(database, [mainId])).size > 0 };
  }

  /** Throws `not_found`, `name_taken` and `account_locked`. */
  async edit(
    mainId: number,
    subAccountId: number,
    { name, products, limits }: SubAccountTerms,
  ): Promise<LimitedSubAccount> {
    const { database } = this.#options;
    const before = await this.own(mainId, subAccountId);
    await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, mainId);
      const others = (await subAccountsOf(transaction, mainId)).filter(
        (each) => each.subAccountId !== subAccountId,
      );
      refuseTaken(others, name);
      await updateSubAccount(transaction, { subAccountId, name, products });
      await replaceDailyLimits(transaction, subAccountId, limits);
    });
    this.#known.delete(subAccountId);
    // One under way may have read what it was before.
    this.#looks.delete(subAccountId);
    return { ...before, name, products, limits };
  }

  /** Repeating it changes nothing: whatever broke off behind the row is done here. */
  async openLedger(subAccountId: number): Promise<void> {
    await runCommand(this.#options, { kind: 'open_account', owner: subAccountId });
  }

  #look(subAccountId: number): Promise<SubAccountRow | undefined> {
    const underWay = this.#looks.get(subAccountId);
    if (underWay !== undefined) return underWay;
    const { database, clock } = this.#options;
    const freshUntilMs = clock.now() + SUB_ACCOUNT_FRESH_MS;
    const isNewest = () => this.#looks.get(subAccountId) === look;
    const look = findSubAccount(database, subAccountId)
      .then((row) => {
        if (row !== undefined && isNewest()) this.#known.set(subAccountId, { row, freshUntilMs });
        return row;
      })
      .finally(() => {
        if (isNewest()) this.#looks.delete(subAccountId);
      });
    this.#looks.set(subAccountId, look);
    return look;
  }
}

function refuseTaken(own: readonly SubAccountRow[], name: string): void {
  if (own.some((each) => each.name === name)) throw new ProblemError('name_taken');
}
