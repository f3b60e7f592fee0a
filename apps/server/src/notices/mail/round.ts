/**
 * Puts together what is due of each user and gives it to the outbox, in one transaction with the note that it was: a crash leaves
 * both or neither, and a second process finds the user's row locked, or nothing left.
 */

import type { MessageKind } from '@fairlead/contract';
import { isSubAccount, mainOf } from '@fairlead/engine';
import type { Logger } from 'pino';
import {
  MAIL_LINES_MAX,
  MAIL_NAMES_KEPT_MS,
  MAIL_SPACING_MS,
  MAIL_USERS_MAX,
  MAIL_WAITING_MAX,
} from '../../core/http/limits.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { findUserById } from '../../identity/users/index.ts';
import type { MailLinks } from '../mail-links.ts';
import type { MessageValues } from '../message-texts.ts';
import type { Outbox } from '../outbox.ts';
import type { EventsContent } from './letter.ts';
import { oneClickUrl } from './one-click.ts';
import { type MailPlan, planMails } from './plan.ts';
import {
  claimMailHours,
  dropItems,
  dueItems,
  forgetMailed,
  type HoursRow,
  insertMailItem,
  itemsOf,
  noteMailed,
  noteMailedAtOnce,
  postpone,
  readMailWishes,
  usersToMail,
} from './queries.ts';
import type { MailWishReader } from './wishes.ts';

export interface MailRoundsParts {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
  readonly outbox: Pick<Outbox, 'isOpen' | 'keep' | 'handOver'>;
  readonly wishes: MailWishReader;
  readonly links: Pick<MailLinks, 'token' | 'of'>;
  readonly publicUrl: string;
}

/** What tellers need of them. */
export type MailKeeper = Pick<MailRounds, 'wants' | 'keep'>;

export class MailRounds {
  readonly #parts: MailRoundsParts;
  #running: Promise<void> | undefined;

  constructor(parts: MailRoundsParts) {
    this.#parts = parts;
  }

  /** Whether a message of this kind is mailed, at once or later. */
  wants(userId: number, kind: MessageKind): boolean {
    return this.#parts.wishes.wants(userId, kind);
  }

  /** Keeps what is to be mailed beside what else a transaction writes; false when it was kept before. A sub-account's goes to its owner. */
  keep(
    target: Queryable,
    item: {
      readonly userId: number;
      readonly kind: MessageKind;
      readonly params: MessageValues;
      readonly key: string | undefined;
    },
  ): Promise<boolean> {
    const { userId: owner, kind, params, key } = item;
    const userId = mainOf(owner);
    // What has the same name of two accounts is of each.
    const dedupe = key !== undefined && isSubAccount(owner) ? `${key}:${owner}` : key;
    const happenedAtMs = this.#parts.clock.now();
    return insertMailItem(target, { userId, kind, params, dedupe, happenedAtMs });
  }

  /** Mails what is due, of so many users at most; one round at a time. */
  round(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async forget(): Promise<void> {
    const { database, clock } = this.#parts;
    await forgetMailed(database, clock.now() - MAIL_NAMES_KEPT_MS);
  }

  async #round(): Promise<void> {
    const { database, clock, log, outbox } = this.#parts;
    if (!outbox.isOpen('email')) return;
    const asked = { nowMs: clock.now(), usersMax: MAIL_USERS_MAX };
    for (const userId of await usersToMail(database, asked)) {
      try {
        await database.transaction((transaction) => this.#mail(transaction, userId));
      } catch (error) {
        // They wait for the next round, and keep nobody else from their mails.
        log.warn({ err: error, userId }, 'mails of a user wait');
      }
    }
    outbox.handOver();
  }

  async #mail(transaction: Queryable, userId: number): Promise<void> {
    const row = await claimMailHours(transaction, userId);
    if (row === undefined) return;
    const nowMs = this.#parts.clock.now();
    const wishes = await readMailWishes(transaction, userId);
    const items = await dueItems(transaction, userId, { nowMs, itemsMax: MAIL_WAITING_MAX });
    const state = { ...row, timings: new Map(wishes.map(({ kind, timing }) => [kind, timing])) };
    const plan = planMails(items, state, { nowMs, spacingMs: MAIL_SPACING_MS });
    if (plan.atOnce.length > 0) {
      await this.#put(transaction, { userId, row, nowMs, timing: 'at_once' }, plan.atOnce);
      await noteMailedAtOnce(transaction, userId, nowMs);
    }
    if (plan.digest.length > 0)
      await this.#put(transaction, { userId, row, nowMs, timing: 'digest' }, plan.digest);
    await noteRest(transaction, plan);
  }

  async #put(
    transaction: Queryable,
    mail: {
      readonly userId: number;
      readonly row: HoursRow;
      readonly nowMs: number;
      readonly timing: EventsContent['timing'];
    },
    itemIds: readonly number[],
  ): Promise<void> {
    const { outbox, links, publicUrl } = this.#parts;
    const { userId, row, nowMs, timing } = mail;
    const user = await findUserById(transaction, userId);
    // Of an account without an address there are no wishes; what is there all the same goes nowhere.
    if (user !== undefined && user.kind === 'email') {
      const token = links.token(userId);
      const content: EventsContent = {
        about: 'events',
        timing,
        ...(await itemsOf(transaction, itemIds, MAIL_LINES_MAX)),
        timeZone: row.hours.time_zone,
        atMs: nowMs,
        endPage: links.of(token),
        endPost: oneClickUrl(publicUrl, token),
      };
      const { kind, account: target, lang } = user;
      await outbox.keep(transaction, { kind, target, scene: `mail_${timing}`, lang, content });
    }
    await noteMailed(transaction, itemIds, nowMs);
  }
}

async function noteRest(transaction: Queryable, { dropped, later }: MailPlan): Promise<void> {
  if (dropped.length > 0) await dropItems(transaction, dropped);
  if (later.length > 0) await postpone(transaction, later);
}
