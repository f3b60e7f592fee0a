/** Personal messages: kept as kind and values, said in the reader's language wherever they are read. */

import {
  type Language,
  type Message,
  type MessageKind,
  messageLink,
  ProblemError,
} from '@fairlead/contract';
import { isSubAccount, mainOf } from '@fairlead/engine';
import type { Events } from '../core/http/events.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Page, PageRequest } from '../core/store/pages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { findUserById } from '../identity/users/index.ts';
import { readChainHead } from '../receipts/index.ts';
import { findSubAccount } from '../sub-accounts/index.ts';
import type { MailKeeper } from './mail/round.ts';
import type { MailLinks } from './mail-links.ts';
import type { MessageParams } from './message-params.ts';
import {
  countUnread,
  insertUserMessage,
  type MessageRow,
  markRead,
  userMessagesPage,
} from './message-queries.ts';
import { type MessageValues, sayMessage } from './message-texts.ts';
import type { Message as Mail, Outbox } from './outbox.ts';
import type { Push } from './push/push.ts';
import type { WishReader } from './wishes.ts';

/** Mails with the link that locks the account: what its owner may not have done. */
const LOCKABLE: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'new_device',
  'password_changed',
  'fund_password_set',
  'fund_password_changed',
  'otp_enabled',
  'otp_disabled',
  'recovery_code_used',
  'passkey_added',
  'passkeys_left',
  'passkey_removed',
  'passkey_copied',
  'address_added',
  'card_added',
  'withdrawal_requested',
  'recovery_begun',
  'recovery_waiting',
  'account_recovered',
  'api_key_created',
  'api_key_changed',
  'webhook_created',
  'webhook_changed',
  'share_given',
]);

export interface MessagesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly outbox: Outbox;
  readonly events: Events;
  readonly wishes: WishReader;
  readonly push: Pick<Push, 'tell'>;
  readonly lockLinks: Pick<MailLinks, 'make'>;
  readonly mails: MailKeeper;
}

export interface Telling {
  /** Names what it tells of: of one user's messages with the same name there is one. */
  readonly key?: string;
  /** It may have been told before a crash: only what the key can tell apart is told again. */
  readonly isRepeat?: boolean;
  /** The address that stops what is told of: in what is sent only. */
  readonly stop?: string;
}

interface ToTell<Kind extends MessageKind> extends Telling {
  readonly params: MessageParams[Kind];
  readonly mail?: Mail;
}

export class Messages {
  readonly #options: MessagesOptions;

  constructor(options: MessagesOptions) {
    this.#options = options;
  }

  /**
   * Keeps a message, shows it on the user's open sockets and hands it to their devices, as far as they want that kind.
   * With a `key` that names what it tells of, telling again does nothing: false.
   */
  tell<Kind extends MessageKind>(
    userId: number,
    kind: Kind,
    params: MessageParams[Kind],
    telling: Telling = {},
  ): Promise<boolean> {
    return this.#tell(userId, kind, { params, ...telling });
  }

  async #tell<Kind extends MessageKind>(
    userId: number,
    kind: Kind,
    { params, key, isRepeat = false, mail }: ToTell<Kind>,
  ): Promise<boolean> {
    const { database, clock, events, wishes, push, outbox, mails } = this.#options;
    const wish = wishes.of(userId, kind);
    const head = await readChainHead(database);
    const said: MessageValues = { ...params };
    // A head that a user has keeps the house from writing the past anew.
    const values: MessageValues = {
      ...said,
      ...(head !== undefined && { receipts: `${head.receiptId} ${head.hash}` }),
    };
    const of = await this.#ofSubAccount(userId);
    const mailing = { userId, kind, params: { ...said, ...of }, key, mail };
    if (wish.inbox) {
      const createdAtMs = clock.now();
      const message = { userId, kind, params: values, dedupe: key, createdAtMs };
      // All or nothing: a message that is there already is not told again, so its mail would never be.
      const keep = async (source: Queryable): Promise<number | undefined> => {
        const id = await insertUserMessage(source, message);
        if (id !== undefined) await this.#keepMail(source, mailing);
        return id;
      };
      const isMailed = mail !== undefined || mails.wants(userId, kind);
      const messageId = await (isMailed ? database.transaction(keep) : keep(database));
      if (messageId === undefined) return false;
      const row: MessageRow = { messageId, kind, params: values, isRead: false, createdAtMs };
      events.emit('message', { userId, message: row });
    } else {
      // Its key alone tells whether what a crash may have cut off was mailed.
      if (!isRepeat || mail === undefined) await this.#keepMail(database, mailing);
      if (isRepeat) return false;
    }
    if (mail !== undefined) outbox.handOver();
    if (wish.push)
      push.tell(mainOf(userId), {
        // What has the same name of two accounts stands side by side.
        tag: isSubAccount(userId) ? `${key ?? kind}:${userId}` : (key ?? kind),
        link: messageLink(kind, values),
        words: (language) => sayMessage(kind, { ...values, ...of }, textsOf(language)),
      });
    return true;
  }

  /** What is sent to an owner says of which sub-account it is; its own inbox need not. */
  async #ofSubAccount(userId: number): Promise<MessageValues> {
    if (!isSubAccount(userId)) return {};
    const row = await findSubAccount(this.#options.database, userId);
    return row === undefined ? {} : { sub_account: row.name };
  }

  /** One mail: the one that is sent in any case, or what its user wishes. */
  async #keepMail(
    target: Queryable,
    mailing: {
      readonly userId: number;
      readonly kind: MessageKind;
      readonly params: MessageValues;
      readonly key: string | undefined;
      readonly mail: Mail | undefined;
    },
  ): Promise<void> {
    const { outbox, mails } = this.#options;
    const { userId, kind, params, key, mail } = mailing;
    if (mail !== undefined) await outbox.keep(target, mail);
    else if (mails.wants(userId, kind)) await mails.keep(target, { userId, kind, params, key });
  }

  /** And sends it to where the user registered: for what an owner must learn even when somebody else is logged in (cases.md A10). */
  async tellAndMail<Kind extends MessageKind>(
    userId: number,
    kind: Kind,
    params: MessageParams[Kind],
    telling: Telling = {},
  ): Promise<void> {
    const mail = await this.#mailOf(userId, kind, params, telling.stop);
    await this.#tell(userId, kind, { params, ...telling, ...(mail !== undefined && { mail }) });
  }

  /** In the language that the user chose last. Bots get none. */
  async #mailOf<Kind extends MessageKind>(
    userId: number,
    kind: Kind,
    params: MessageParams[Kind],
    stop: string | undefined,
  ): Promise<Mail | undefined> {
    const user = await findUserById(this.#options.database, mainOf(userId));
    if (user === undefined || user.isBot) return undefined;
    const lock = LOCKABLE.has(kind) ? this.#options.lockLinks.make(mainOf(userId)) : undefined;
    return {
      kind: user.kind,
      target: user.account,
      scene: kind,
      lang: user.lang,
      content: {
        about: 'notice',
        kind,
        params: { ...params, ...(await this.#ofSubAccount(userId)) },
        ...(lock !== undefined && { lock }),
        ...(stop !== undefined && { stop }),
      },
    };
  }

  page(userId: number, request: PageRequest): Promise<Page<MessageRow>> {
    return userMessagesPage(this.#options.database, userId, request);
  }

  unread(userId: number): Promise<number> {
    return countUnread(this.#options.database, userId);
  }

  /** Marks one as read, or all. Throws `not_found` for one that is not the user's. */
  async read(userId: number, messageId: number | undefined): Promise<void> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    const isFound = await markRead(database, {
      userId,
      nowMs,
      ...(messageId !== undefined && { messageId }),
    });
    if (messageId !== undefined && !isFound) throw new ProblemError('not_found');
  }
}

/** A message as the wire shows it. */
export function messageView(row: MessageRow, language: Language): Message {
  return {
    id: row.messageId,
    kind: row.kind,
    ...sayMessage(row.kind, row.params, textsOf(language)),
    link: messageLink(row.kind, row.params),
    ...headOf(row.params['receipts']),
    is_read: row.isRead,
    time: row.createdAtMs,
  };
}

/** The head of the receipts that came with a message. */
function headOf(text: string | undefined): Pick<Message, 'receipts'> {
  const [count, hash] = text?.split(' ') ?? [];
  return count === undefined || hash === undefined
    ? {}
    : { receipts: { count: Number(count), hash } };
}
