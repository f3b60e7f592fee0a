/** Personal messages: kept as kind and values, said in the reader's language wherever they are read. */
import {
  type Language,
  type Message,
  type MessageKind,
  messageLink,
  ProblemError,
} from '@fairlead/contract';
import type { Events } from '../core/http/events.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Page, PageRequest } from '../core/store/pages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { findUserById } from '../identity/users/index.ts';
import { readChainHead } from '../receipts/index.ts';
import type { MailLinks } from './mail-links.ts';
import {
  countUnread,
  insertUserMessage,
  type MessageRow,
  markRead,
  userMessagesPage,
} from './message-queries.ts';
import { type MessageValues, type NoParams, sayMessage } from './message-texts.ts';
import type { Message as Mail, Outbox } from './outbox.ts';
import type { Push } from './push/push.ts';
import type { WishReader } from './wishes.ts';

interface Money {
  /** As the wire writes it. */
  readonly amount: string;
  /** Its name, e.g. "USDT". */
  readonly currency: string;
}
interface Outcome {
  readonly symbol: string;
  /** Signed. */
  readonly profit: string;
  readonly currency: string;
  readonly receipt_id: string;
}
interface PositionOutcome extends Outcome {
  readonly side: string;
  readonly price: string;
}
interface OfOrder {
  readonly order_id: string;
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
}
interface Triggered {
  readonly symbol: string;
  readonly side: string;
  /** stop or take_profit. */
  readonly trigger: string;
  readonly price: string;
  readonly receipt_id: string;
}
interface Reasoned {
  /** A word of the catalogues' `reasons`, or a reviewer's sentence. */
  readonly reason: string;
}

interface MadeKey {
  readonly label: string;
  readonly ip: string;
  /** Its permissions beside reading, apart by blanks. */
  readonly may: string;
}

interface SentTo {
  readonly label: string;
  readonly host: string;
}

/** The values of each kind. */
export interface MessageParams {
  readonly new_device: { readonly device: string; readonly ip: string };
  readonly password_changed: NoParams;
  /** The first one; it pauses nothing. */
  readonly fund_password_set: NoParams;
  readonly fund_password_changed: NoParams;
  readonly otp_enabled: NoParams;
  readonly otp_disabled: NoParams;
  /** How many are left. */
  readonly recovery_code_used: { readonly left: string };
  readonly passkey_added: { readonly name: string };
  readonly passkey_removed: { readonly name: string };
  /** Two with the same key are in use. */
  readonly passkey_copied: { readonly name: string };
  /** After a new password: how many ended with the old one, and how many still open the account. */
  readonly passkeys_left: { readonly ended: string; readonly left: string };
  readonly address_added: {
    readonly currency: string;
    readonly chain: string;
    readonly address: string;
  };
  /** Masked. */
  readonly card_added: { readonly card: string };
  readonly basic_verified: NoParams;
  readonly basic_refused: Reasoned;
  readonly advanced_verified: NoParams;
  readonly advanced_refused: Reasoned;
  readonly deposit_seen: Money;
  readonly deposit_passed: Money;
  readonly deposit_rejected: Money & Reasoned;
  readonly deposit_reversed: Money;
  readonly withdrawal_requested: Money;
  readonly withdrawal_passed: Money;
  readonly withdrawal_sent: Money & { readonly tx_id: string };
  readonly withdrawal_rejected: Money & Reasoned;
  readonly hosting_completed: Money & { readonly interest: string };
  readonly subscription_passed: Money;
  readonly subscription_rejected: Money & Reasoned;
  readonly subscription_released: Money;
  readonly account_frozen: NoParams;
  readonly account_unfrozen: NoParams;
  readonly withdrawals_held: Reasoned;
  readonly withdrawals_released: NoParams;
  /** By its owner, or whoever had their session or mail. */
  readonly account_locked: NoParams;
  /** One way stands, the document is to come. */
  readonly recovery_begun: NoParams;
  /** Two ways stand: from when a new password can be set. */
  readonly recovery_waiting: { readonly time: string };
  readonly recovery_stopped: NoParams;
  readonly recovery_refused: Reasoned;
  /** From when withdrawals leave again. */
  readonly account_recovered: { readonly time: string };
  readonly chat_answer: NoParams;
  /** What was filled of the base currency, at its mean price. */
  readonly order_filled: Money & OfOrder;
  /** Its time came: what of it was not filled, and what was; both of the base currency. */
  readonly order_expired: Money & OfOrder & { readonly filled: string };
  /** The price that was waited for. */
  readonly trigger_placed: Triggered;
  readonly trigger_refused: Triggered & {
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  /** An order that was to be placed behind another. */
  readonly leg_refused: Omit<Triggered, 'trigger' | 'receipt_id'> & {
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  readonly option_delivered: Outcome & { readonly result: string };
  readonly position_closed: PositionOutcome & {
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  readonly position_liquidated: PositionOutcome;
  /** It waited for this price, and could not be opened. */
  readonly position_cancelled: {
    readonly symbol: string;
    readonly side: string;
    readonly price: string;
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  /** The price that was waited for, and the index that fired it. */
  readonly price_alert: {
    readonly symbol: string;
    readonly direction: string;
    readonly price: string;
    readonly index: string;
  };
  readonly api_key_created: MadeKey;
  /** Terms that are announced, and when they begin. */
  readonly terms_change: { readonly name: string; readonly time: string };
  /** Between when, and the receipt of the loss. */
  readonly data_lost: { readonly from: string; readonly to: string; readonly receipt: string };
  readonly api_key_changed: MadeKey;
  /** A host and port that this server sends to. */
  readonly webhook_created: SentTo & { readonly ip: string };
  readonly webhook_changed: SentTo & { readonly ip: string };
  readonly webhook_disabled: SentTo;
  /** How many ended with the password. */
  readonly api_keys_ended: { readonly count: string };
  /** Both are names of accounts. */
  readonly transfer_returned: Money & Reasoned & { readonly from: string; readonly to: string };
  /** Signed; the entry's number, and the numbers of the two operators. */
  readonly balance_corrected: Reasoned & {
    readonly change: string;
    readonly currency: string;
    readonly entry: string;
    readonly operators: string;
  };
}

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
]);

export interface MessagesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly outbox: Outbox;
  readonly events: Events;
  readonly wishes: WishReader;
  readonly push: Pick<Push, 'tell'>;
  readonly lockLinks: Pick<MailLinks, 'make'>;
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
    const { database, clock, events, wishes, push, outbox } = this.#options;
    const wish = wishes.of(userId, kind);
    const head = await readChainHead(database);
    // A head that a user has keeps the house from writing the past anew.
    const values: MessageValues = {
      ...params,
      ...(head !== undefined && { receipts: `${head.receiptId} ${head.hash}` }),
    };
    if (wish.inbox) {
      const createdAtMs = clock.now();
      const message = { userId, kind, params: values, dedupe: key, createdAtMs };
      const keep = async (source: Queryable): Promise<number | undefined> => {
        const id = await insertUserMessage(source, message);
        if (id !== undefined && mail !== undefined) await outbox.keep(source, mail);
        return id;
      };
      // Both or neither: a message that is there already is not told again, so its mail would never be.
      const messageId = await (mail === undefined ? keep(database) : database.transaction(keep));
      if (messageId === undefined) return false;
      const row: MessageRow = { messageId, kind, params: values, isRead: false, createdAtMs };
      events.emit('message', { userId, message: row });
    } else if (isRepeat) return false;
    else if (mail !== undefined) await outbox.keep(database, mail);
    if (mail !== undefined) outbox.handOver();
    if (wish.push)
      push.tell(userId, {
        tag: key ?? kind,
        link: messageLink(kind, values),
        words: (language) => sayMessage(kind, values, textsOf(language)),
      });
    return true;
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
    const user = await findUserById(this.#options.database, userId);
    if (user === undefined || user.isBot) return undefined;
    const lock = LOCKABLE.has(kind) ? this.#options.lockLinks.make(userId) : undefined;
    return {
      kind: user.kind,
      target: user.account,
      scene: kind,
      lang: user.lang,
      content: {
        about: 'notice',
        kind,
        params: { ...params },
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
