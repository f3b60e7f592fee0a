/**
 * What each user wants mailed: in memory the kinds, for whoever tells asks here; the tables have the hours, and hold when
 * something is mailed.
 */
import {
  MAIL_HOURS_DEFAULT,
  MAIL_KIND_OF,
  MAIL_KINDS,
  type MailHours,
  type MailKind,
  type MailSettings,
  type MailTiming,
  type MessageKind,
} from '@fairlead/contract';
import { mainOf } from '@fairlead/engine';
import type { Database } from '../../core/store/database.ts';
import {
  endMailWishes,
  lockMailHours,
  lookAgain,
  readMailHours,
  readMailWishes,
  saveMailHours,
  saveMailWish,
} from './queries.ts';

/** What tellers need of the wishes. */
export type MailWishReader = Pick<MailWishes, 'wants'>;

export interface MailChange {
  readonly wish: { readonly kind: MailKind; readonly timing: MailTiming } | undefined;
  readonly hours: Partial<MailHours>;
}

/** Rolls back. */
class EmptyQuietError extends Error {}

export class MailWishes {
  readonly #options: { readonly database: Database; readonly clock: { now(): number } };
  /** Of those who want something. */
  readonly #wanted = new Map<number, Set<MailKind>>();

  constructor(options: { readonly database: Database; readonly clock: { now(): number } }) {
    this.#options = options;
  }

  async load(): Promise<void> {
    for (const { userId, kind, timing } of await readMailWishes(this.#options.database))
      this.#keep(userId, kind, timing);
  }

  /** Whether a message of this kind is mailed, at once or later; a sub-account's as its owner wishes. */
  wants(userId: number, kind: MessageKind): boolean {
    const of = MAIL_KIND_OF[kind];
    return of !== undefined && (this.#wanted.get(mainOf(userId))?.has(of) ?? false);
  }

  async settings(userId: number): Promise<Omit<MailSettings, 'address'>> {
    const { database } = this.#options;
    const row = await readMailHours(database, userId);
    const wishes = await readMailWishes(database, userId);
    const timings = new Map(wishes.map(({ kind, timing }) => [kind, timing]));
    return {
      kinds: MAIL_KINDS.map((kind) => ({ kind, timing: timings.get(kind) ?? 'off' })),
      ...(row?.hours ?? MAIL_HOURS_DEFAULT),
      is_default: row === undefined,
    };
  }

  /** False, and nothing changed, where the quiet hours would have no length. */
  async save(userId: number, { wish, hours: change }: MailChange): Promise<boolean> {
    const { database, clock } = this.#options;
    try {
      await database.transaction(async (transaction) => {
        const held = await lockMailHours(transaction, userId, MAIL_HOURS_DEFAULT);
        const hours = { ...held, ...change };
        if (hours.quiet_from === hours.quiet_to) throw new EmptyQuietError();
        await saveMailHours(transaction, userId, hours);
        if (wish !== undefined) await saveMailWish(transaction, { userId, ...wish });
        await lookAgain(transaction, userId, clock.now());
      });
    } catch (error) {
      if (error instanceof EmptyQuietError) return false;
      throw error;
    }
    if (wish !== undefined) this.#keep(userId, wish.kind, wish.timing);
    return true;
  }

  /** Ends all of them; a second time changes nothing. */
  async end(userId: number): Promise<void> {
    await this.#options.database.transaction(async (transaction) => {
      await lockMailHours(transaction, userId, MAIL_HOURS_DEFAULT);
      await endMailWishes(transaction, userId);
    });
    this.#wanted.delete(userId);
  }

  #keep(userId: number, kind: MailKind, timing: MailTiming): void {
    const kinds = this.#wanted.get(userId) ?? new Set<MailKind>();
    if (timing === 'off') kinds.delete(kind);
    else kinds.add(kind);
    if (kinds.size === 0) this.#wanted.delete(userId);
    else this.#wanted.set(userId, kinds);
  }
}
