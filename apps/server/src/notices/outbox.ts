/**
 * Messages to people: codes and notices. Each is a row first and handed over after, so a mail server that is
 * down loses nothing. In demo mode nothing leaves the machine: messages are shown in the inbox.
 */
import type { Language, MessageKind } from '@fairlead/contract';
import { headLine } from '@fairlead/receipt';
import type { Logger } from 'pino';
import type { Brand } from '../core/brand/brand.ts';
import { brandSpeaker } from '../core/brand/texts.ts';
import { SEND_BATCH_MAX, SEND_TRIES_MAX } from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Say, TextKey } from '../core/texts/texts.ts';
import type { AccountKind } from '../identity/users/index.ts';
import { readChainHead } from '../receipts/index.ts';
import type { MailWords } from './mail-words.ts';
import { type MessageValues, sayMessage } from './message-texts.ts';
import {
  channelOf,
  insertMessage,
  listSent,
  listUnsent,
  noteTry,
  type OutboxRow,
  type ShownTo,
} from './outbox-queries.ts';

/** What a message says; the words are made when it is handed over. */
export type MessageContent =
  | { readonly about: 'code'; readonly code: string; readonly minutes: number }
  | {
      readonly about: 'enrolment';
      readonly name: string;
      readonly link: string;
      readonly hours: number;
    }
  | {
      readonly about: 'notice';
      readonly kind: MessageKind;
      readonly params: MessageValues;
      /** The address that locks the account; in mails only. */
      readonly lock?: string;
      /** The address that stops what is told of; in text messages too. */
      readonly stop?: string;
    };

export interface Message {
  readonly kind: AccountKind;
  /** E.164 or e-mail address. */
  readonly target: string;
  /** What the code is for, or the notice's name. */
  readonly scene: string;
  readonly lang: Language;
  readonly content: MessageContent;
  /** Kept like any other but never sent: nobody must learn that an account does not exist. */
  readonly isWithheld?: boolean;
  /** Who sees a code in a demo's inbox: who asked for it, and the user who did so logged in. */
  readonly shownTo?: ShownTo | undefined;
}

/** Hands a message over to a mail server or SMS gateway; throws when it was not taken. */
export interface Channel {
  send(message: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }): Promise<void>;
}
export type Channels = Partial<Readonly<Record<'sms' | 'email', Channel>>>;

export interface OutboxOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly isDemo: boolean;
  readonly channels: Channels;
  /** In whose name and words. */
  readonly brand: Brand;
  readonly mailWords: Pick<MailWords, 'find'>;
}

export interface InboxMessage {
  readonly to: string;
  readonly scene: string;
  /** Empty in notices. */
  readonly code: string;
  readonly time: number;
}

export interface InboxViewer {
  /** An address, or a phone number's last digits. */
  readonly target: string;
  readonly viewer: ShownTo;
}

export class Outbox {
  readonly #options: OutboxOptions;
  #sending: Promise<void> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Whether messages of a kind can reach anyone. */
  isOpen(kind: AccountKind): boolean {
    return this.#options.isDemo || this.#options.channels[channelOf(kind)] !== undefined;
  }

  /** Whether mail really leaves: in demo it is shown to whoever asks. */
  get sendsMail(): boolean {
    return !this.#options.isDemo && this.#options.channels.email !== undefined;
  }

  /** Keeps a message; it is handed over after this resolves. */
  async put(message: Message): Promise<void> {
    await this.keep(this.#options.database, message);
    this.handOver();
  }

  /** Keeps one beside what else a transaction writes; after it, it is to be handed over. */
  async keep(source: Queryable, message: Message): Promise<void> {
    const { clock, secrets, isDemo } = this.#options;
    const isWithheld = message.isWithheld ?? false;
    const nowMs = clock.now();
    await insertMessage(source, {
      target: message.target,
      kind: channelOf(message.kind),
      scene: message.scene,
      lang: message.lang,
      body: secrets.seal(JSON.stringify(message.content)),
      createdAtMs: nowMs,
      sentAtMs: isDemo && !isWithheld ? nowMs : undefined,
      tries: isWithheld ? SEND_TRIES_MAX : 0,
      shownTo: message.shownTo,
    });
  }

  /** Hands over what is kept, in the background; in a demo nothing leaves. */
  handOver(): void {
    if (!this.#options.isDemo) void this.deliver();
  }

  /** All that a demo sent to a target, newest first. */
  async inbox(target: string, messagesMax: number): Promise<InboxMessage[]> {
    return this.#shown(await listSent(this.#options.database, { target, messagesMax }));
  }

  /**
   * What a demo shows to whoever looks, newest first: codes that they asked for themselves, from where and on what
   * they look, and to a user what was sent to their account, without codes that others asked for.
   */
  async inboxFor(viewer: InboxViewer, messagesMax: number): Promise<InboxMessage[]> {
    return this.#shown(await listSent(this.#options.database, { ...viewer, messagesMax }));
  }

  #shown(rows: readonly OutboxRow[]): InboxMessage[] {
    return rows.map((row) => {
      const content = this.#content(row);
      return {
        to: row.target,
        scene: row.scene,
        code: content.about === 'code' ? content.code : '',
        time: row.createdAtMs,
      };
    });
  }

  /** Hands over what waits; one round at a time. */
  deliver(): Promise<void> {
    this.#sending ??= this.#deliver().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #deliver(): Promise<void> {
    const { database, log } = this.#options;
    const limits = { triesMax: SEND_TRIES_MAX, messagesMax: SEND_BATCH_MAX };
    try {
      for (const row of await listUnsent(database, limits)) await this.#send(row);
    } catch (error) {
      log.warn({ error }, 'messages wait for the database');
    }
  }

  async #send(row: OutboxRow): Promise<void> {
    const { database, clock, log, channels, brand } = this.#options;
    let sentAtMs: number | undefined;
    try {
      const say = brandSpeaker(brand, row.lang);
      const content = this.#content(row);
      const words = wording(say, row.scene, content);
      const told = withStop(words.text, content, say);
      const text =
        row.kind === 'email'
          ? await this.#asMail(withLock(told, content, say), row.target, say)
          : told;
      await channels[row.kind]?.send({ to: row.target, ...words, text });
      sentAtMs = clock.now();
    } catch (error) {
      // The message itself stays out of the log: it holds a code.
      log.warn({ error, messageId: row.messageId, channel: row.kind }, 'message not taken');
    }
    await noteTry(database, row.messageId, sentAtMs);
  }

  /**
   * Under the word that its reader chose. A mail that somebody kept tells later whether the chain of receipts is still
   * the same.
   */
  async #asMail(text: string, target: string, say: Say): Promise<string> {
    const { database, mailWords } = this.#options;
    const word = await mailWords.find({ account: target });
    const known = word === undefined ? text : `${say('mail.word', { word })}\n\n${text}`;
    const head = await readChainHead(database);
    if (head === undefined) return known;
    return `${known}\n\n${headLine({ count: head.receiptId, hash: head.hash })}\n`;
  }

  #content(row: OutboxRow): MessageContent {
    return JSON.parse(this.#options.secrets.open(row.body)) as MessageContent;
  }
}

function withStop(text: string, content: MessageContent, say: Say): string {
  if (content.about !== 'notice' || content.stop === undefined) return text;
  return `${text}\n\n${say('mail.stop', { link: content.stop })}`;
}

function withLock(text: string, content: MessageContent, say: Say): string {
  if (content.about !== 'notice' || content.lock === undefined) return text;
  return `${text}\n\n${say('mail.lock', { link: content.lock })}`;
}

/** A message's words. A text message has no subject, so the text says all. */
function wording(
  say: Say,
  scene: string,
  content: MessageContent,
): { readonly subject: string; readonly text: string } {
  if (content.about === 'notice') {
    const { title, body } = sayMessage(content.kind, content.params, say);
    return { subject: say('mail.notice_subject', { title }), text: body };
  }
  if (content.about === 'enrolment') {
    const { name, link, hours } = content;
    const values = { name, link, hours };
    return {
      subject: say('mail.enrolment_subject', values),
      text: say('mail.enrolment_body', values),
    };
  }
  const values = {
    code: content.code,
    minutes: content.minutes,
    scene: say(`scenes.${scene}` as TextKey),
  };
  return { subject: say('mail.code_subject', values), text: say('mail.code_body', values) };
}
