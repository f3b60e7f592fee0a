/**
 * Help by a person, on the desk's side. A conversation is one operator's at a time: each change holds its row, looks
 * whose it is, and only then acts, so of many who take it at once one gets it.
 */

import { type ChatEvent, ProblemError } from '@fairlead/contract';
import { HOUR_MS, NewestMap } from '@fairlead/units';
import {
  CHAT_OPENINGS_MAX,
  CHAT_SILENT_OPERATOR_MS,
  CHAT_TEAM_MAX,
  OPERATOR_SESSION_IDLE_MS,
} from '../core/http/limits.ts';
import type { Presence } from '../core/operations/presence.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Page, PageRequest } from '../core/store/pages.ts';
import type { Messages } from '../notices/index.ts';
import { isOwnDeskFile } from '../verification/index.ts';
import {
  type AwayTimes,
  type DeskColleague,
  type DeskConversation,
  deskConversation,
  deskConversations,
  deskTeam,
  isOfDesk,
} from './desk-queries.ts';
import {
  giveConversation,
  holdConversation,
  insertChatMessage,
  markChatRead,
  noteAnswered,
  requeueConversation,
} from './message-queries.ts';
import {
  type ChatMessageRow,
  chatMessages,
  findChatMessage,
  findSentMessage,
  type MessagePage,
  type MessageWindow,
} from './queries.ts';
import { type Chat, checkSame, endConversation, type Writing } from './service.ts';

export interface ChatDeskOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly chat: Chat;
  readonly messages: Pick<Messages, 'tell'>;
  readonly presence: Presence;
}

interface Filter {
  readonly status: DeskConversation['status'] | undefined;
  readonly operatorId: number | undefined;
}

export class ChatDesk {
  readonly #options: ChatDeskOptions;
  /** When who last opened another's conversation. */
  readonly #openings = new NewestMap<string, number>(CHAT_OPENINGS_MAX);

  constructor(options: ChatDeskOptions) {
    this.#options = options;
  }

  list(filter: Filter, request: PageRequest): Promise<Page<DeskConversation>> {
    return deskConversations(this.#options.database, filter, this.#away(), request);
  }

  /** Everybody else who answers. */
  async colleagues(operatorId: number): Promise<DeskColleague[]> {
    const team = await deskTeam(this.#options.database, this.#away(), CHAT_TEAM_MAX);
    return team.filter((each) => each.operatorId !== operatorId);
  }

  /** Throws `not_found`. */
  find(conversationId: number): Promise<DeskConversation> {
    return this.#find(this.#options.database, conversationId);
  }

  messages(conversationId: number, window: MessageWindow): Promise<MessagePage> {
    return chatMessages(this.#options.database, { conversationId }, window);
  }

  /** Whether this is the first look of an operator in an hour: the console asks again every few seconds. */
  isFirstOpening(operatorId: number, conversationId: number): boolean {
    const key = `${operatorId} ${conversationId}`;
    const nowMs = this.#options.clock.now();
    const lastMs = this.#openings.get(key);
    if (lastMs !== undefined && nowMs - lastMs < HOUR_MS) return false;
    this.#openings.delete(key);
    this.#openings.set(key, nowMs);
    return true;
  }

  /** Takes what waits, or what somebody left alone. Throws `not_found`, `chat_taken` or `chat_closed`. */
  take(operatorId: number, conversationId: number): Promise<DeskConversation> {
    return this.#change(conversationId, async (transaction, row) => {
      if (row.status === 'closed') throw new ProblemError('chat_closed');
      if (row.operator?.operatorId === operatorId) return undefined;
      if (row.status === 'active' && !row.isLeftAlone) throw new ProblemError('chat_taken');
      await this.#give(transaction, conversationId, operatorId);
      return this.#note(transaction, row, 'taken', operatorId);
    });
  }

  /** Hands an own conversation on, or back. Throws `not_found` for somebody who does not answer, too. */
  pass(
    operatorId: number,
    conversationId: number,
    toOperatorId: number | undefined,
  ): Promise<DeskConversation> {
    return this.#change(conversationId, async (transaction, row) => {
      checkOwn(row, operatorId);
      if (toOperatorId === operatorId) return undefined;
      if (toOperatorId === undefined) {
        await requeueConversation(transaction, conversationId, this.#options.clock.now());
        return this.#note(transaction, row, 'back_in_queue');
      }
      if (!(await isOfDesk(transaction, toOperatorId))) throw new ProblemError('not_found');
      await this.#give(transaction, conversationId, toOperatorId);
      return this.#note(transaction, row, 'passed_on', toOperatorId);
    });
  }

  /** Ends an own conversation. */
  close(operatorId: number, conversationId: number): Promise<DeskConversation> {
    return this.#change(conversationId, async (transaction, row) => {
      checkOwn(row, operatorId);
      const nowMs = this.#options.clock.now();
      return endConversation(transaction, { ...row, by: 'operator', nowMs });
    });
  }

  /** Answers in an own conversation; a user who has no socket open is told by a message, once until they read. */
  async answer(
    operatorId: number,
    conversationId: number,
    writing: Writing,
  ): Promise<{ readonly message: ChatMessageRow; readonly row: DeskConversation }> {
    const { database, chat } = this.#options;
    const { messageId, isNew } = await database.transaction((transaction) =>
      this.#write(transaction, { operatorId, conversationId }, writing),
    );
    const row = await this.find(conversationId);
    const message = await findChatMessage(database, messageId);
    if (message === undefined) throw new ProblemError('not_found');
    if (isNew) {
      await chat.tell(conversationId, messageId);
      await this.#tellAbsent(row);
    }
    return { message, row };
  }

  /** Throws unless the operator has the conversation now. */
  async checkOwn(operatorId: number, conversationId: number): Promise<DeskConversation> {
    const row = await this.find(conversationId);
    checkOwn(row, operatorId);
    return row;
  }

  /** Marks what the user wrote as read; of a conversation that is not the operator's, nothing. */
  async read(operatorId: number, conversationId: number, messageId: number): Promise<void> {
    const { database, chat } = this.#options;
    const row = await this.find(conversationId);
    const message = await findChatMessage(database, messageId);
    if (message?.conversationId !== conversationId) throw new ProblemError('not_found');
    if (row.operator?.operatorId !== operatorId) return;
    if (await markChatRead(database, conversationId, { by: 'operator', messageId }))
      await chat.tell(conversationId);
  }

  async #write(
    transaction: Queryable,
    at: { readonly operatorId: number; readonly conversationId: number },
    writing: Writing,
  ): Promise<{ readonly messageId: number; readonly isNew: boolean }> {
    const { operatorId, conversationId } = at;
    const { clientMessageId, fileId } = writing;
    const row = await this.#hold(transaction, conversationId);
    const sent = await findSentMessage(transaction, { ...at, clientMessageId });
    if (sent !== undefined) {
      checkSame(sent, writing);
      return { messageId: sent.messageId, isNew: false };
    }
    checkOwn(row, operatorId);
    const file = { fileId: fileId ?? 0, userId: row.userId, operatorId };
    if (fileId !== undefined && !(await isOwnDeskFile(transaction, file)))
      throw new ProblemError('not_found');
    const nowMs = this.#options.clock.now();
    const messageId = await insertChatMessage(transaction, {
      conversationId,
      userId: row.userId,
      sender: 'operator',
      operatorId,
      ...writing,
      createdAtMs: nowMs,
    });
    await noteAnswered(transaction, conversationId, { messageId, nowMs });
    return { messageId, isNew: true };
  }

  /** Named by how far the user has read: until they read on, they are told once. */
  async #tellAbsent({ userId, conversationId, readByUser }: DeskConversation): Promise<void> {
    const { messages, presence } = this.#options;
    if (await presence.isOnline(userId)) return;
    const key = `chat:${conversationId}:${readByUser}`;
    await messages.tell(userId, 'chat_answer', {}, { key });
  }

  /** Runs a change while the row is held, shows it to the user and gives what became of it. */
  async #change(
    conversationId: number,
    run: (transaction: Queryable, row: DeskConversation) => Promise<number | undefined>,
  ): Promise<DeskConversation> {
    const { database, chat } = this.#options;
    const messageId = await database.transaction(async (transaction) =>
      run(transaction, await this.#hold(transaction, conversationId)),
    );
    if (messageId !== undefined) await chat.tell(conversationId, messageId);
    return this.find(conversationId);
  }

  async #hold(transaction: Queryable, conversationId: number): Promise<DeskConversation> {
    await holdConversation(transaction, conversationId);
    return this.#find(transaction, conversationId);
  }

  async #find(source: Queryable, conversationId: number): Promise<DeskConversation> {
    const row = await deskConversation(source, conversationId, this.#away());
    if (row === undefined) throw new ProblemError('not_found');
    return row;
  }

  #give(transaction: Queryable, conversationId: number, operatorId: number): Promise<void> {
    const nowMs = this.#options.clock.now();
    return giveConversation(transaction, conversationId, { operatorId, nowMs });
  }

  #note(
    transaction: Queryable,
    { conversationId, userId }: DeskConversation,
    event: ChatEvent,
    operatorId?: number,
  ): Promise<number> {
    const note = { conversationId, userId, sender: 'system', event, operatorId } as const;
    return insertChatMessage(transaction, { ...note, createdAtMs: this.#options.clock.now() });
  }

  #away(): AwayTimes {
    const nowMs = this.#options.clock.now();
    return {
      nowMs,
      sessionSinceMs: nowMs - OPERATOR_SESSION_IDLE_MS,
      silentSinceMs: nowMs - CHAT_SILENT_OPERATOR_MS,
    };
  }
}

/** Throws `chat_closed`, `chat_not_taken` or `chat_taken` unless the conversation is the operator's. */
function checkOwn({ status, operator }: DeskConversation, operatorId: number): void {
  if (status === 'closed') throw new ProblemError('chat_closed');
  if (status === 'waiting') throw new ProblemError('chat_not_taken');
  if (operator?.operatorId !== operatorId) throw new ProblemError('chat_taken');
}
