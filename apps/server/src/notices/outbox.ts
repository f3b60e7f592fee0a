/**
 * Messages to people: codes and notices. Each is a row first and handed over after, so a mail server that is
 * down loses nothing. In demo mode nothing leaves the machine: messages are shown in the inbox.
 */
import type { Language, MessageKind } from '@fairlead/contract';
import { headLine } from '@fairlead/receipt';
import { MINUTE_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { Brand } from '../core/brand/brand.ts';
import { brandSpeaker } from '../core/brand/texts.ts';
import {
  SEND_BATCH_MAX,
  SEND_FOR_MS,
  SEND_LEASE_MS,
  SEND_TRIES_MAX,
  SEND_WAIT_MAX_MS,
} from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Say, TextKey } from '../core/texts/texts.ts';
import type { AccountKind } from '../identity/users/index.ts';
import { readChainHead } from '../receipts/index.ts';
import { type EventsContent, eventsLetter, type LetterMarks } from './mail/letter.ts';
import type { MailWords } from './mail-words.ts';
import { type MessageValues, sayMessage } from './message-texts.ts';
import {
  channelOf,
  claimMessage,
  insertMessage,
  listSent,
  listUnsent,
  noteRefused,
  noteSent,
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
    }
  | EventsContent;

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

/** A message as it leaves. What is beside the text is of mails alone. */
export interface Outgoing {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same at each try, so that a mail which a crash had sent twice can be known for one. */
  readonly messageId?: string;
}

/** Hands a message over to a mail server or SMS gateway; throws when it was not taken. */
export interface Channel {
  send(message: Outgoing): Promise<void>;
}

/** It is not taken later either: another try may be spared. Whoever is away throws anything else. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
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
  /** Where links in mails lead. */
  readonly publicUrl: string;
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
    const { database, log, clock } = this.#options;
    const limits = { triesMax: SEND_TRIES_MAX, messagesMax: SEND_BATCH_MAX };
    try {
      const nowMs = clock.now();
      for (const row of await listUnsent(database, { nowMs, ...limits })) await this.#send(row);
    } catch (error) {
      log.warn({ error }, 'messages wait for the database');
    }
  }

  /** Nobody else tries it meanwhile. What was taken before a crash noted it is sent again, under the same id. */
  async #send(row: OutboxRow): Promise<void> {
    const { database, clock, log, channels } = this.#options;
    const { messageId, kind } = row;
    const startMs = clock.now();
    const claim = { nowMs: startMs, untilMs: startMs + SEND_LEASE_MS };
    if (!(await claimMessage(database, messageId, claim))) return;
    let content: MessageContent | undefined;
    try {
      content = this.#content(row);
      await channels[kind]?.send(await this.#outgoing(row, content));
    } catch (error) {
      // The message itself stays out of the log: it holds a code.
      log.warn({ error, messageId, channel: kind }, 'message not taken');
      const refused = { row, nowMs: clock.now(), isForGood: error instanceof RefusedError };
      return noteRefused(database, messageId, nextTry(refused, content));
    }
    await noteSent(database, messageId, clock.now());
  }

  async #outgoing(row: OutboxRow, content: MessageContent): Promise<Outgoing> {
    const { brand, publicUrl, secrets } = this.#options;
    const { messageId: id, createdAtMs, target: to, kind, scene, lang } = row;
    const mark = Buffer.from(secrets.digest('message id', String(id), String(createdAtMs)));
    const messageId = `<${mark.toString('hex')}@${new URL(publicUrl).hostname}>`;
    const say = brandSpeaker(brand, lang);
    if (content.about === 'events') {
      const letter = eventsLetter(content, { say, lang, publicUrl, ...(await this.#marks(to)) });
      return { to, messageId, ...letter };
    }
    const words = wording(say, scene, content);
    const told = withStop(words.text, content, say);
    const text =
      kind === 'email' ? await this.#asMail(withLock(told, content, say), to, say) : told;
    return { to, messageId, ...words, text };
  }

  /**
   * Under the word that its reader chose. A mail that somebody kept tells later whether the chain of receipts is still
   * the same.
   */
  async #asMail(text: string, target: string, say: Say): Promise<string> {
    const { word, head } = await this.#marks(target);
    const known = word === undefined ? text : `${say('mail.word', { word })}\n\n${text}`;
    return head === undefined ? known : `${known}\n\n${head}\n`;
  }

  /** What is in each mail: its reader's word, and the head of the chain of receipts. */
  async #marks(account: string): Promise<LetterMarks> {
    const { database, mailWords } = this.#options;
    const word = await mailWords.find({ account });
    const head = await readChainHead(database);
    return {
      word,
      head: head && headLine({ count: head.receiptId, hash: head.hash }),
    };
  }

  #content(row: OutboxRow): MessageContent {
    return JSON.parse(this.#options.secrets.open(row.body)) as MessageContent;
  }
}

/** One that was refused for good has few tries. Any other is tried for as long as it is of use, and waits as long as it is old. */
function nextTry(
  refused: { readonly row: OutboxRow; readonly nowMs: number; readonly isForGood: boolean },
  content: MessageContent | undefined,
): { readonly nextTryMs: number; readonly tries: number } {
  const { row, nowMs, isForGood } = refused;
  const ageMs = nowMs - row.createdAtMs;
  const lifeMs = content?.about === 'code' ? content.minutes * MINUTE_MS : SEND_FOR_MS;
  const nextTryMs = nowMs + Math.min(Math.max(ageMs, 0), SEND_WAIT_MAX_MS);
  if (nextTryMs - row.createdAtMs > lifeMs) return { nextTryMs, tries: SEND_TRIES_MAX };
  return { nextTryMs, tries: isForGood ? 1 : 0 };
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
  content: Exclude<MessageContent, EventsContent>,
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
