import * as z from 'zod/mini';
import { OPERATORS, route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zBoolean,
  zId,
  zInteger,
  zLanguage,
  zText,
} from './wire/scalars.ts';

const tag = 'Help and chat';

const SUPPORT = ['support'] as const;

const READERS = ['support', 'auditor'] as const;

/** Of one message, in characters. */
export const CHAT_TEXT_MAX = 2_000;

/** `waiting`: nobody answers yet; `active`: an operator took it; `closed`: by either side, or by silence. */
export const CHAT_STATUSES = ['waiting', 'active', 'closed'] as const;

export const zChatStatus = z.enum(CHAT_STATUSES);

export type ChatStatus = z.infer<typeof zChatStatus>;

/** What happened in a conversation, as a message `from` the system; its sentence is the reader's own. */
export const CHAT_EVENTS = [
  'taken',
  'passed_on',
  'back_in_queue',
  'closed',
  'out_of_hours',
] as const;

export type ChatEvent = (typeof CHAT_EVENTS)[number];

export const zChatMessage = z.object({
  /** Rises within a conversation and over all. */
  id: z.number(),
  from: z.enum(['user', 'operator', 'system']),
  /** Who wrote, as the operator calls itself: never a login name. */
  operator: z.optional(z.string()),
  text: z.optional(z.string()),
  /** A picture: `user/file` for its user, `operator/chats/file` at the desk. */
  file_id: z.optional(z.number()),
  event: z.optional(z.enum(CHAT_EVENTS)),
  /** As its sender named it, so that a message sent twice is one. */
  client_message_id: z.optional(z.string()),
  time: z.number(),
});

export type ChatMessage = z.infer<typeof zChatMessage>;

export const zChatConversation = z.object({
  id: z.number(),
  status: zChatStatus,
  operator: z.optional(z.string()),
  started_at: z.number(),
  closed_at: z.optional(z.number()),
  /** Place in the queue, from 1, while waiting. */
  position: z.optional(z.number()),
  /** What those before waited lately, median; absent when nobody did. */
  expected_wait_ms: z.optional(z.number()),
  /** Messages of operators that the user has not read. */
  unread: z.number(),
  /** Up to which message each side has read. */
  read_by_user: z.number(),
  read_by_operator: z.number(),
});

export type ChatConversation = z.infer<typeof zChatConversation>;

const clockText = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/));

/** Monday is 1, Sunday 7; `to` is later than `from`, the desk is open from one up to the other. */
export const zChatHours = z.strictObject({
  time_zone: z.string().check(z.minLength(1), z.maxLength(60)),
  days: z
    .array(
      z.strictObject({
        day: z.pipe(zInteger, z.number().check(z.gte(1), z.lte(7))),
        from: clockText,
        to: clockText,
      }),
    )
    .check(z.maxLength(21)),
});

export type ChatHours = z.infer<typeof zChatHours>;

export const zChatState = z.object({
  /** Whether the desk is open by its hours; always when it has none. */
  is_open: z.boolean(),
  hours: z.optional(zChatHours),
  opens_at: z.optional(z.number()),
  /** The one that is open, or the last one. */
  conversation: z.optional(zChatConversation),
});

export type ChatState = z.infer<typeof zChatState>;

const written = {
  client_message_id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)),
  /** Text, picture or both. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(CHAT_TEXT_MAX))),
  file_id: z.optional(zId),
};

/** Oldest first. `before` pages back, `after` asks what is new; without both, the newest. */
const window = {
  before: z.optional(zId),
  after: z.optional(zInteger),
  limit: z._default(z.pipe(zInteger, z.number().check(z.gte(1), z.lte(100))), 50),
};

const messages = { list: z.array(zChatMessage), has_more: z.boolean() };

const transcript = z.object({ filename: z.string(), text: z.string() });

export const zOperatorChat = z.extend(zChatConversation, {
  user_id: z.number(),
  /** Masked. */
  user: z.string(),
  lang: zLanguage,
  operator_id: z.optional(z.number()),
  is_mine: z.boolean(),
  /** How long the user has waited for an answer, ms; absent when it is the user's turn. */
  waits_since: z.optional(z.number()),
  last_text: z.optional(z.string()),
  last_at: z.number(),
  /** Messages of the user that the desk has not read. */
  unread_at_desk: z.number(),
  /** Waits in the queue, or with somebody who is away: whoever answers may take it. */
  can_take: z.optional(z.boolean()),
});

export type OperatorChat = z.infer<typeof zOperatorChat>;

/** An operator whom a conversation can be passed to. */
export const zChatColleague = z.object({
  id: z.number(),
  name: z.string(),
  /** Conversations that are theirs now. */
  active: z.number(),
  /** Has a session that was used of late. */
  is_here: z.optional(z.boolean()),
});

export type ChatColleague = z.infer<typeof zChatColleague>;

export const zChatSettings = z.strictObject({
  /** Absent: always open. */
  hours: z.optional(zChatHours),
  /** Where help answers instead of the chat of this app. */
  url: z.optional(z.string().check(z.maxLength(300), z.regex(/^https:\/\/\S+$/))),
});

export type ChatSettings = z.infer<typeof zChatSettings>;

export const chatRoutes = {
  chat: route({
    method: 'GET',
    path: 'chat',
    tag,
    summary: 'Whether the desk is open, and the own conversation',
    access: 'user',
    request: nothing,
    response: zChatState,
  }),
  chatMessages: route({
    method: 'GET',
    path: 'chat/messages',
    tag,
    summary: 'Messages of all own conversations',
    access: 'user',
    request: z.strictObject(window),
    response: z.object(messages),
  }),
  sendChat: route({
    method: 'POST',
    path: 'chat/send',
    tag,
    summary: 'Writes a message; opens a conversation when none is open',
    access: 'user',
    rate: 'write',
    request: z.strictObject(written),
    response: z.object({ message: zChatMessage, conversation: zChatConversation }),
    errors: ['chat_limit', 'idempotency_conflict'],
  }),
  readChat: route({
    method: 'POST',
    path: 'chat/read',
    tag,
    summary: 'Marks what the desk wrote as read, up to a message',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ message_id: zId }),
    response: zText,
  }),
  closeChat: route({
    method: 'POST',
    path: 'chat/close',
    tag,
    summary: 'Ends the own conversation',
    access: 'user',
    rate: 'write',
    request: nothing,
    response: zChatState,
  }),
  chatTranscript: route({
    method: 'GET',
    path: 'chat/transcript',
    tag,
    summary: 'The last conversation as text, times in the given zone',
    access: 'user',
    request: z.strictObject({ time_zone: z.optional(z.string().check(z.maxLength(60))) }),
    response: transcript,
  }),
} as const;

export const operatorChatRoutes = {
  operatorChats: route({
    method: 'GET',
    path: 'operator/chats',
    tag: OPERATORS,
    summary: 'Conversations: longest waiting first; closed ones newest first',
    access: READERS,
    request: z.strictObject({
      status: z.optional(zChatStatus),
      is_mine: z.optional(zBoolean),
      ...paging,
    }),
    /** Colleagues: all others who may answer, whatever is asked for. */
    response: z.extend(pageOf(zOperatorChat), { colleagues: z.array(zChatColleague) }),
  }),
  operatorChat: route({
    method: 'GET',
    path: 'operator/chats/open',
    tag: OPERATORS,
    summary: 'One conversation with its messages',
    access: READERS,
    request: z.strictObject({ id: zId, ...window }),
    response: z.object({ chat: zOperatorChat, ...messages }),
  }),
  takeChat: route({
    method: 'POST',
    path: 'operator/chats/take',
    tag: OPERATORS,
    summary: 'Takes a waiting conversation, or one of somebody who is away',
    access: SUPPORT,
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: zOperatorChat,
    errors: ['chat_taken', 'chat_closed'],
  }),
  passChat: route({
    method: 'POST',
    path: 'operator/chats/pass',
    tag: OPERATORS,
    summary: 'Hands a conversation to another operator, or back to the queue',
    access: SUPPORT,
    rate: 'write',
    request: z.strictObject({ id: zId, operator_id: z.optional(zId) }),
    response: zOperatorChat,
    errors: ['chat_not_taken', 'chat_taken', 'chat_closed'],
  }),
  answerChat: route({
    method: 'POST',
    path: 'operator/chats/send',
    tag: OPERATORS,
    summary: 'Answers in a conversation that one has taken',
    access: SUPPORT,
    rate: 'write',
    request: z.strictObject({ id: zId, ...written }),
    response: z.object({ message: zChatMessage, chat: zOperatorChat }),
    errors: ['chat_not_taken', 'chat_taken', 'chat_closed', 'idempotency_conflict'],
  }),
  operatorReadChat: route({
    method: 'POST',
    path: 'operator/chats/read',
    tag: OPERATORS,
    summary: 'Marks what the user wrote as read, up to a message',
    access: SUPPORT,
    rate: 'write',
    request: z.strictObject({ id: zId, message_id: zId }),
    response: zText,
  }),
  endChat: route({
    method: 'POST',
    path: 'operator/chats/close',
    tag: OPERATORS,
    summary: 'Ends a conversation that one has taken',
    access: SUPPORT,
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: zOperatorChat,
    errors: ['chat_not_taken', 'chat_taken', 'chat_closed'],
  }),
  chatUpload: route({
    method: 'POST',
    path: 'operator/chats/upload',
    tag: OPERATORS,
    summary: 'Takes a picture for a conversation that one has taken',
    access: SUPPORT,
    rate: 'upload',
    isMultipart: true,
    request: z.strictObject({ id: zId }),
    response: z.object({ file_id: z.number() }),
    errors: [
      'file_too_large',
      'file_type',
      'file_limit',
      'chat_not_taken',
      'chat_taken',
      'chat_closed',
    ],
  }),
  chatFile: route({
    method: 'GET',
    path: 'operator/chats/file',
    tag: OPERATORS,
    summary: 'A picture of a conversation',
    access: READERS,
    isBinary: true,
    request: z.strictObject({ id: zId, file_id: zId }),
    response: z.unknown(),
    errors: ['view_limit'],
  }),
  operatorChatTranscript: route({
    method: 'GET',
    path: 'operator/chats/transcript',
    tag: OPERATORS,
    summary: 'A conversation as text; reading it is written in the audit log',
    access: READERS,
    request: z.strictObject({
      id: zId,
      time_zone: z.optional(z.string().check(z.maxLength(60))),
    }),
    response: transcript,
  }),
  nameChat: route({
    method: 'POST',
    path: 'operator/chats/name',
    tag: OPERATORS,
    summary: 'Sets by which name users see the caller; without one, a number',
    access: SUPPORT,
    rate: 'write',
    request: z.strictObject({
      name: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    }),
    /** The name that users see from now on. */
    response: z.object({ operator: z.string() }),
    errors: ['name_taken'],
  }),
  chatSettings: route({
    method: 'GET',
    path: 'operator/chats/settings',
    tag: OPERATORS,
    summary: 'Hours of the desk, and where help answers',
    access: ['support', 'manager', 'auditor'],
    request: nothing,
    response: zChatSettings,
  }),
  saveChatSettings: route({
    method: 'POST',
    path: 'operator/chats/settings/save',
    tag: OPERATORS,
    summary: 'Changes them, effective at once',
    access: ['manager'],
    rate: 'write',
    request: zChatSettings,
    response: zChatSettings,
    errors: ['terms_invalid'],
  }),
} as const;
