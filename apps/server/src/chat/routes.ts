/** A user's conversation with the desk, and where help answers. */

import type { ResponseOf } from '@fairlead/contract';
import type { Exceptions } from '../core/capability.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import type { Say } from '../core/texts/texts.ts';
import type { ChatNeeds } from './needs.ts';
import type { MessagePage } from './queries.ts';
import { readChatSettings } from './settings.ts';
import { chatText, fieldProblem } from './texts.ts';
import { writeTranscript } from './transcript.ts';
import { chatMessageView, conversationView } from './views.ts';

type Names =
  | 'chat'
  | 'chatMessages'
  | 'sendChat'
  | 'readChat'
  | 'closeChat'
  | 'chatTranscript'
  | 'customerUrl';

/** Only read, though asked by POST. */
export const chatExceptions = { customerUrl: 'gateway' } as const satisfies Exceptions;

export function chatHandlers(context: ChatNeeds): Pick<Handlers, Names> {
  const { chat, config, database } = context;
  return {
    chat: (call) => chat.state(userOf(call).userId, call.say),
    chatMessages: async (call) =>
      messagesView(await chat.messages(userOf(call).userId, windowOf(call.input)), call.say),
    sendChat: async (call) => {
      const writing = writingOf(call.input, call.say);
      const { message, conversation } = await chat.send(userOf(call).userId, writing);
      return {
        message: chatMessageView(message, call.say),
        conversation: conversationView(conversation, call.say),
      };
    },
    readChat: async (call) => {
      await chat.read(userOf(call).userId, call.input.message_id);
      return call.say('done.messages_read');
    },
    closeChat: async (call) => {
      const { userId } = userOf(call);
      await chat.close(userId);
      return chat.state(userId, call.say);
    },
    chatTranscript: async (call) => {
      const { hours } = await readChatSettings(database);
      return writeTranscript(database, {
        conversation: await chat.latest(userOf(call).userId),
        timeZone: call.input.time_zone,
        hours,
        user: call.say('chat.you'),
        say: call.say,
      });
    },
    customerUrl: async () => {
      const { url } = await readChatSettings(database);
      return { url: url ?? config.customerUrl ?? `${config.publicUrl}/#/pages/help/center/chat` };
    },
  };
}

interface WindowInput {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}
export const windowOf = ({ before, after, limit }: WindowInput) => ({ before, after, limit });

export const messagesView = (
  { list, hasMore }: MessagePage,
  say: Say,
): ResponseOf<'chatMessages'> => ({
  list: list.map((row) => chatMessageView(row, say)),
  has_more: hasMore,
});

interface WritingInput {
  readonly client_message_id: string;
  readonly text?: string | undefined;
  readonly file_id?: number | undefined;
}

/** Throws a field error for nothing at all. */
export function writingOf(input: WritingInput, say: Say) {
  const text = chatText(input.text, say);
  const fileId = input.file_id;
  if (text === undefined && fileId === undefined)
    throw fieldProblem('text', say('fields.required'));
  return { clientMessageId: input.client_message_id, text, fileId };
}
