/**
 * Reading of chosen accounts that an owner gives another user until a moment (docs/internals/sub-accounts.md). Whether it may be read
 * is looked up for each call, so that whoever ends a share ends it everywhere at once. That a call read is counted in memory and
 * written now and then.
 */
import {
  ACCOUNT_SHARE_DAYS_MAX,
  ACCOUNT_SHARES_ACCEPTED_SHOWN_MAX,
  ACCOUNT_SHARES_MAX,
  ACCOUNT_SHARES_OFFERED_DAY_MAX,
  ACCOUNT_SHARES_SHOWN_MAX,
  ProblemError,
} from '@fairlead/contract';
import { mainOf, subAccountOf } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import type { SharedReading } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import { lockOpenAccount, publicName } from '../identity/users/index.ts';
import { subAccountsOf } from '../sub-accounts/index.ts';
import {
  acceptShare,
  addReads,
  countOffersSince,
  countOpenShares,
  endShare,
  findOpenShare,
  insertShare,
  maskedNames,
  noteTold,
  type ShareRow,
  type SharesRead,
  sharesFor,
  sharesGivenBy,
  type UntoldShare,
  untoldShares,
} from './queries.ts';

/** A share and the place of one of its accounts in the family. */
const SHARED_ACCOUNT = /^([1-9]\d{0,14})\.(0|[1-9]\d?)$/;
/** Told in one round. */
const TOLD_AT_ONCE_MAX = 50;

export const sharedAccount = ({ shareId }: ShareRow, place: number): string =>
  `${shareId}.${place}`;

export interface AccountSharesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
}

export interface ShareOffer {
  readonly ownerId: number;
  /** Of the password that was asked for. */
  readonly verifiedHash: string;
  readonly email: string;
  readonly accounts: readonly number[];
  readonly untilMs: number;
}

/** A share with what its reader is shown of its owner. */
export interface NamedShare extends ShareRow {
  readonly owner: string;
}

export class AccountShares {
  readonly #options: AccountSharesOptions;
  readonly #reads = new Map<number, SharesRead>();

  constructor(options: AccountSharesOptions) {
    this.#options = options;
  }

  given(ownerId: number): Promise<ShareRow[]> {
    const { database, clock } = this.#options;
    const shown = { nowMs: clock.now(), rowsMax: ACCOUNT_SHARES_SHOWN_MAX };
    return sharesGivenBy(database, ownerId, shown);
  }

  async received(readerId: number): Promise<NamedShare[]> {
    const { database, clock } = this.#options;
    const rows = await sharesFor(database, readerId, {
      nowMs: clock.now(),
      acceptedMax: ACCOUNT_SHARES_ACCEPTED_SHOWN_MAX,
      offeredMax: ACCOUNT_SHARES_SHOWN_MAX,
    });
    return this.#named(rows);
  }

  /** The names of a family's sub-accounts, by number; the main account has none. */
  async accountNames(ownerIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const names = new Map<number, string>();
    for (const ownerId of new Set(ownerIds))
      for (const { subAccountId, name } of await subAccountsOf(this.#options.database, ownerId))
        names.set(subAccountId, name);
    return names;
  }

  async maskedName(userId: number): Promise<string> {
    return (await maskedNames(this.#options.database, [userId], publicName)).get(userId) ?? '';
  }

  /** Throws `share_limit`, `account_locked`, `password_wrong` and `not_found` for an account that is not of the family. */
  async offer({ ownerId, verifiedHash, email, accounts, untilMs }: ShareOffer): Promise<ShareRow> {
    const { database, clock } = this.#options;
    return database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, ownerId, verifiedHash);
      const family = [
        ownerId,
        ...(await subAccountsOf(transaction, ownerId)).map(({ subAccountId }) => subAccountId),
      ];
      const asked = new Set(accounts);
      if (![...asked].every((account) => family.includes(account)))
        throw new ProblemError('not_found');
      const nowMs = clock.now();
      if ((await countOpenShares(transaction, ownerId, nowMs)) >= ACCOUNT_SHARES_MAX)
        throw new ProblemError('share_limit');
      // Each is mailed: those that were ended again count too, or one owner could mail anybody without end.
      const offered = await countOffersSince(transaction, ownerId, nowMs - DAY_MS);
      if (offered >= ACCOUNT_SHARES_OFFERED_DAY_MAX) throw new ProblemError('share_limit');
      const places = Array.from(family.keys()).filter((place) =>
        asked.has(subAccountOf(ownerId, place)),
      );
      return insertShare(transaction, { ownerId, email, places, untilMs, createdAtMs: nowMs });
    });
  }

  /** Throws `not_found` for one that this user may not accept, and `account_locked`. */
  async accept(readerId: number, shareId: number): Promise<NamedShare> {
    const { database, clock } = this.#options;
    const accepted = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, readerId);
      return acceptShare(transaction, { shareId, readerId, nowMs: clock.now() });
    });
    const [share] = accepted === undefined ? [] : await this.#named([accepted]);
    if (share === undefined) throw new ProblemError('not_found');
    return share;
  }

  /** Throws `not_found` for one that is not this user's to end. */
  async end(userId: number, shareId: number): Promise<ShareRow> {
    const { database, clock } = this.#options;
    const ended = await endShare(database, { shareId, userId, nowMs: clock.now() });
    if (ended === undefined) throw new ProblemError('not_found');
    return ended;
  }

  /** What a reader may read by a name of `sharedAccount`; undefined for any other text, and once the share is ended or over. */
  async open(readerId: number, named: unknown): Promise<SharedReading | undefined> {
    const match = typeof named === 'string' ? SHARED_ACCOUNT.exec(named) : null;
    if (match === null) return undefined;
    const [, id, placeText] = match;
    const [shareId, place] = [Number(id), Number(placeText)];
    const nowMs = this.#options.clock.now();
    const share = await findOpenShare(this.#options.database, { shareId, readerId, nowMs });
    if (share === undefined || !share.places.includes(place)) return undefined;
    this.#count({ shareId, reads: 1, lastMs: nowMs });
    const of = (each: number) => subAccountOf(share.ownerId, each);
    return { readerId, owner: of(place), owners: share.places.map(of) };
  }

  #count({ shareId, reads, lastMs }: SharesRead): void {
    const before = this.#reads.get(shareId);
    this.#reads.set(shareId, {
      shareId,
      reads: reads + (before?.reads ?? 0),
      lastMs: Math.max(lastMs, before?.lastMs ?? 0),
    });
  }

  /** Writes what was read since the last time; what could not be written is for the next. */
  async flush(): Promise<void> {
    if (this.#reads.size === 0) return;
    const reads = [...this.#reads.values()];
    this.#reads.clear();
    try {
      await addReads(this.#options.database, reads);
    } catch (error) {
      for (const each of reads) this.#count(each);
      throw error;
    }
  }

  /** Tells users of offers to their address: apart from the call that offered, which takes as long whether anybody has it. */
  async tellOffered(tell: (offer: UntoldShare & { readonly owner: string }) => Promise<void>) {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    for (const untold of await untoldShares(database, nowMs, TOLD_AT_ONCE_MAX)) {
      await tell({ ...untold, owner: await this.maskedName(untold.share.ownerId) });
      await noteTold(database, untold.share.shareId, nowMs);
    }
  }

  async #named(rows: readonly ShareRow[]): Promise<NamedShare[]> {
    const owners = rows.map(({ ownerId }) => ownerId);
    const names = await maskedNames(this.#options.database, owners, publicName);
    return rows.map((row) => ({ ...row, owner: names.get(row.ownerId) ?? '' }));
  }
}

/** Whether a share may end then. */
export function isWithinBound(untilMs: number, nowMs: number): boolean {
  return untilMs <= nowMs + ACCOUNT_SHARE_DAYS_MAX * DAY_MS;
}

export const ownersOf = ({ ownerId, places }: ShareRow): number[] =>
  places.map((place) => subAccountOf(mainOf(ownerId), place));
