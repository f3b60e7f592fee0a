/** Help by a person, on the user's side: writes, reads, ends. What the desk does: chat-desk.ts. */

import { type ChatState, ProblemError } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';
import type { Events } from '../core/http/events.ts';
import {
  CHAT_CLOSED_AT_ONCE_MAX,
  CHAT_MESSAGES_PER_MINUTE_MAX,
  CHAT_SILENT_USER_MS,
  CHAT_WAITS_MAX,
  CHAT_WAITS_SINCE_MS,
} from '../core/http/limits.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Files } from '../verification/index.ts';
import { deskState } from './hours.ts';
import {
  closeConversation,
  holdChatUser,
  holdConversation,
  holdOpenConversation,
  insertChatMessage,
  insertConversation,
  markChatRead,
  noteOutOfHours,
  noteWritten,
  silentConversations,
} from './message-queries.ts';
import {
  type ChatMessageRow,
  type ConversationRow,
  chatMessages,
  countSentSince,
  findChatMessage,
  findConversation,
  findSentMessage,
  latestConversation,
  type MessagePage,
  type MessageWindow,
  medianWaitMs,
} from './queries.ts';
import { readChatSettings } from './settings.ts';
import { conversationView, type ShownConversation } from './views.ts';

export interface ChatOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly files: Pick<Files, 'own'>;
  readonly events: Events;
  /** Multiplies how much one user writes; more than 1 in demo only. */
  readonly budgetFactor: number;
}

/** What somebody writes. */
export interface Writing {
  readonly clientMessageId: string;
  /** One of the two at least. */
  readonly text: string | undefined;
  readonly fileId: number | undefined;
}

interface Written {
  readonly messageId: number;
  /** Sent for the first time. */
  readonly isNew: boolean;
  /** Says that the desk is closed. */
  readonly noteId?: number;
}

/** Throws `idempotency_conflict` for a name that something else was sent under. */
export function checkSame(sent: ChatMessageRow, { text, fileId }: Writing): void {
  if (sent.text !== text || sent.fileId !== fileId) throw new ProblemError('idempotency_conflict');
}

export class Chat {
  readonly #options: ChatOptions;

  constructor(options: ChatOptions) {
    this.#options = options;
  }

  async state(userId: number, say: Say): Promise<ChatState> {
    const { database, clock } = this.#options;
    const { hours } = await readChatSettings(database);
    const { isOpen, opensAtMs } = deskState(hours, clock.now());
    const latest = await latestConversation(database, userId);
    return {
      is_open: isOpen,
      ...(hours !== undefined && { hours }),
      ...(opensAtMs !== undefined && { opens_at: opensAtMs }),
      ...(latest !== undefined && {
        conversation: conversationView(await this.shown(latest), say),
      }),
    };
  }

  latest(userId: number): Promise<ConversationRow | undefined> {
    return latestConversation(this.#options.database, userId);
  }

  messages(userId: number, window: MessageWindow): Promise<MessagePage> {
    return chatMessages(this.#options.database, { userId }, window);
  }

  /**
   * Adds a message, to a new conversation when none is open. Throws `not_found` for a picture that is not the user's
   * own for the chat, `idempotency_conflict` and `chat_limit`.
   */
  async send(
    userId: number,
    writing: Writing,
  ): Promise<{ readonly message: ChatMessageRow; readonly conversation: ShownConversation }> {
    const { database, files } = this.#options;
    if (writing.fileId !== undefined) await files.own(userId, writing.fileId, 'chat');
    const { isOpen } = deskState(
      (await readChatSettings(database)).hours,
      this.#options.clock.now(),
    );
    const { messageId, isNew, noteId } = await database.transaction((transaction) =>
      this.#write(transaction, userId, writing, isOpen),
    );
    const message = await findChatMessage(database, messageId);
    const row = message && (await findConversation(database, message.conversationId));
    if (message === undefined || row === undefined) throw new ProblemError('not_found');
    const conversation = await this.shown(row);
    if (isNew) this.#options.events.emit('chat', { userId, conversation, message });
    if (noteId !== undefined) await this.tell(row.conversationId, noteId);
    return { message, conversation };
  }

  async #write(
    transaction: Queryable,
    userId: number,
    writing: Writing,
    isOpen: boolean,
  ): Promise<Written> {
    const { clientMessageId } = writing;
    await holdChatUser(transaction, userId);
    const sent = await findSentMessage(transaction, { userId, clientMessageId });
    if (sent !== undefined) {
      checkSame(sent, writing);
      return { messageId: sent.messageId, isNew: false };
    }
    // Read once the turn is held, so that a later message never has an earlier time.
    const nowMs = this.#options.clock.now();
    await this.#checkPace(transaction, userId, nowMs);
    const conversationId =
      (await holdOpenConversation(transaction, userId)) ??
      (await insertConversation(transaction, userId, nowMs));
    const messageId = await insertChatMessage(transaction, {
      conversationId,
      userId,
      sender: 'user',
      ...writing,
      createdAtMs: nowMs,
    });
    await noteWritten(transaction, conversationId, nowMs);
    if (isOpen || !(await noteOutOfHours(transaction, conversationId)))
      return { messageId, isNew: true };
    const note = { conversationId, userId, sender: 'system', event: 'out_of_hours' } as const;
    const noteId = await insertChatMessage(transaction, { ...note, createdAtMs: nowMs });
    return { messageId, isNew: true, noteId };
  }

  async #checkPace(transaction: Queryable, userId: number, nowMs: number): Promise<void> {
    const { count, oldestMs } = await countSentSince(transaction, userId, nowMs - MINUTE_MS);
    if (count < CHAT_MESSAGES_PER_MINUTE_MAX * this.#options.budgetFactor) return;
    const retryAfterMs = Math.max(1, (oldestMs ?? nowMs) + MINUTE_MS - nowMs);
    throw new ProblemError('chat_limit', { retryAfterMs });
  }

  /** Marks the conversation of a message as read up to it. Throws `not_found` for one that is not the user's. */
  async read(userId: number, messageId: number): Promise<void> {
    const { database } = this.#options;
    const message = await findChatMessage(database, messageId);
    const row = message && (await findConversation(database, message.conversationId));
    if (row?.userId !== userId) throw new ProblemError('not_found');
    const { conversationId } = row;
    if (await markChatRead(database, conversationId, { by: 'user', messageId }))
      await this.tell(conversationId);
  }

  /** Ends the user's open conversation, if there is one. */
  async close(userId: number): Promise<void> {
    const { database, clock } = this.#options;
    const closed = await database.transaction(async (transaction) => {
      const conversationId = await holdOpenConversation(transaction, userId);
      if (conversationId === undefined) return undefined;
      const end = { conversationId, userId, by: 'user', nowMs: clock.now() } as const;
      return { conversationId, messageId: await endConversation(transaction, end) };
    });
    if (closed !== undefined) await this.tell(closed.conversationId, closed.messageId);
  }

  /** Ends conversations that were answered and are silent since. */
  async closeSilent(): Promise<void> {
    const { database, clock } = this.#options;
    const beforeMs = clock.now() - CHAT_SILENT_USER_MS;
    const silent = await silentConversations(database, beforeMs, CHAT_CLOSED_AT_ONCE_MAX);
    for (const conversationId of silent) {
      const messageId = await database.transaction(async (transaction) => {
        await holdConversation(transaction, conversationId);
        const row = await findConversation(transaction, conversationId);
        const isSilent = row?.waitsSinceMs === undefined && (row?.lastAtMs ?? 0) <= beforeMs;
        if (row?.status !== 'active' || !isSilent) return undefined;
        const end = { ...row, by: 'silence', nowMs: clock.now() } as const;
        return endConversation(transaction, end);
      });
      if (messageId !== undefined) await this.tell(conversationId, messageId);
    }
  }

  /** With how long others waited, for one that waits in the desk's hours. */
  async shown(row: ConversationRow): Promise<ShownConversation> {
    if (row.status !== 'waiting' || row.isOutOfHours) return { row, expectedWaitMs: undefined };
    const { database, clock } = this.#options;
    const sinceMs = clock.now() - CHAT_WAITS_SINCE_MS;
    const expectedWaitMs = await medianWaitMs(database, { sinceMs, waitsMax: CHAT_WAITS_MAX });
    return { row, expectedWaitMs };
  }

  /** Shows a conversation that changed on its user's sockets. */
  async tell(conversationId: number, messageId?: number): Promise<void> {
    const { database, events } = this.#options;
    const row = await findConversation(database, conversationId);
    if (row === undefined) return;
    const message =
      messageId === undefined ? undefined : await findChatMessage(database, messageId);
    const conversation = await this.shown(row);
    events.emit('chat', {
      userId: row.userId,
      conversation,
      ...(message !== undefined && { message }),
    });
  }
}

/** Ends a conversation that is held, and says so in it; gives the id of that message. */
export async function endConversation(
  transaction: Queryable,
  end: {
    readonly conversationId: number;
    readonly userId: number;
    readonly by: 'user' | 'operator' | 'silence';
    readonly nowMs: number;
  },
): Promise<number> {
  const { conversationId, userId, by, nowMs } = end;
  await closeConversation(transaction, conversationId, { by, nowMs });
  return insertChatMessage(transaction, {
    conversationId,
    userId,
    sender: 'system',
    event: 'closed',
    createdAtMs: nowMs,
  });
}
