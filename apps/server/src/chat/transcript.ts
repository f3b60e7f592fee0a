/** A conversation as text, for whoever keeps it. */
import { type ChatHours, ProblemError } from '@fairlead/contract';
import { CHAT_TRANSCRIPT_MAX } from '../core/http/limits.ts';
import type { Queryable } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import { isTimeZone } from './hours.ts';
import type { ChatMessageRow, ConversationRow, MessagePage } from './queries.ts';
import { chatMessages } from './queries.ts';
import { fieldProblem, operatorName } from './texts.ts';

export interface TranscriptOptions {
  readonly conversation: ConversationRow | undefined;
  /** Of the reader; without one, the desk's. */
  readonly timeZone: string | undefined;
  readonly hours: ChatHours | undefined;
  /** What the user is called. */
  readonly user: string;
  readonly say: Say;
}

/** Throws `not_found`, or a field error for a zone that is none. */
export async function writeTranscript(
  source: Queryable,
  { conversation, timeZone, hours, user, say }: TranscriptOptions,
): Promise<{ readonly filename: string; readonly text: string }> {
  if (conversation === undefined) throw new ProblemError('not_found');
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw fieldProblem('time_zone', say('fields.invalid'));
  const zone = timeZone ?? hours?.time_zone ?? 'UTC';
  const id = conversation.conversationId;
  const page = await lastMessages(source, id);
  const timeOf = timeWriter(zone);
  const lines = page.list.map((row) => `[${timeOf(row.createdAtMs)}] ${lineOf(row, user, say)}`);
  const head = [say('chat.title', { id: `${id}` }), say('chat.zone', { zone })];
  if (page.hasMore) head.push(say('chat.earlier'));
  return { filename: `chat-${id}.txt`, text: `${[...head, '', ...lines].join('\n')}\n` };
}

const STEP = 100;

/** Steps back until there are no more, or enough. */
async function lastMessages(source: Queryable, conversationId: number): Promise<MessagePage> {
  let list: readonly ChatMessageRow[] = [];
  let hasMore = true;
  while (hasMore && list.length < CHAT_TRANSCRIPT_MAX) {
    const window = { before: list[0]?.messageId, after: undefined, limit: STEP };
    const page = await chatMessages(source, { conversationId }, window);
    list = [...page.list, ...list];
    hasMore = page.hasMore;
  }
  return { list, hasMore };
}

function lineOf(row: ChatMessageRow, user: string, say: Say): string {
  const operator = row.operator === undefined ? '' : operatorName(row.operator, say);
  if (row.event !== undefined) return `— ${say(`chat.events.${row.event}`, { operator })}`;
  const content = [row.text, row.fileId === undefined ? undefined : say('chat.picture')]
    .filter((part) => part !== undefined)
    .join('\n');
  // What goes on below stays with its line: nobody can write another's words.
  const indented = content.replaceAll('\n', '\n    ');
  return `${row.sender === 'user' ? user : operator}: ${indented}`;
}

/** "2027-01-15 08:00". */
function timeWriter(timeZone: string): (timeMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (timeMs) => format.format(timeMs);
}
