/** What the chat shows: messages of the server and those on their way, by day and sender. Pure. */

import type { ChatConversation, ChatEvent, ChatMessage } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';

/** Of one message, in characters; a test holds it equal to the contract's, which would bring its schemas along. */
export const TEXT_MAX = 2_000;

/** What is known of all own conversations, oldest first, without a gap. */
export interface Thread {
  readonly list: readonly ChatMessage[];
  /** Whether the server has older ones. */
  readonly hasOlder: boolean;
}

/** A message that the server has not confirmed. */
export interface Outgoing {
  /** The message's name at the server too: sent again, it is the same message. */
  readonly clientId: string;
  readonly text?: string;
  readonly fileId?: number;
  readonly timeMs: number;
  readonly state: 'sending' | 'failed';
  /** Why it failed, in the reader's words. */
  readonly problem?: string;
}

/** How far a message of one's own has come. */
export type Mark = 'sending' | 'failed' | 'delivered' | 'read';

export interface Item {
  /** Stays the same when a message on its way becomes one of the server's. */
  readonly key: string;
  readonly text?: string;
  readonly fileId?: number;
  readonly timeMs: number;
  readonly mark?: Mark;
  readonly problem?: string;
}

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly atMs: number }
  | {
      readonly kind: 'event';
      readonly key: string;
      readonly event: ChatEvent;
      readonly operator?: string;
    }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly from: 'user' | 'operator';
      readonly operator?: string;
      readonly items: readonly Item[];
    };

/** Messages of one sender stand together as long as no more than this lies between two. */
const GROUP_GAP_MS = 5 * 60_000;

/** The last message of an operator, which is read by reading on to the end. */
export const lastOfDesk = (messages: readonly ChatMessage[]): number | undefined =>
  messages.findLast(({ from }) => from === 'operator')?.id;

/** How many messages of operators came after one. */
export const countAfter = (messages: readonly ChatMessage[], id: number): number =>
  messages.filter((message) => message.from === 'operator' && message.id > id).length;

interface Shown extends Item {
  readonly from: 'user' | 'operator' | 'system';
  readonly operator?: string;
  readonly event?: ChatEvent;
}

/** Of an earlier conversation nothing is known any more. */
function markOf(
  message: ChatMessage,
  conversation: ChatConversation | undefined,
): Mark | undefined {
  if (message.from !== 'user' || conversation === undefined) return undefined;
  if (message.time < conversation.started_at) return undefined;
  return message.id <= conversation.read_by_operator ? 'read' : 'delivered';
}

function shownMessage(message: ChatMessage, conversation: ChatConversation | undefined): Shown {
  const { id, from, client_message_id: clientId, operator, text, file_id: fileId, event } = message;
  const mark = markOf(message, conversation);
  return {
    key: from === 'user' && clientId !== undefined ? clientId : String(id),
    from,
    timeMs: message.time,
    ...(operator !== undefined && { operator }),
    ...(text !== undefined && { text }),
    ...(fileId !== undefined && { fileId }),
    ...(event !== undefined && { event }),
    ...(mark !== undefined && { mark }),
  };
}

const shownOutgoing = ({ clientId, state, ...rest }: Outgoing): Shown => ({
  ...rest,
  key: clientId,
  from: 'user',
  mark: state,
});

/** Those that the server does not have yet. */
export function stillOutgoing(
  outgoing: readonly Outgoing[],
  messages: readonly ChatMessage[],
): readonly Outgoing[] {
  const known = new Set(messages.map((message) => message.client_message_id));
  return outgoing.filter(({ clientId }) => !known.has(clientId));
}

export interface ThreadInputs {
  readonly messages: readonly ChatMessage[];
  readonly outgoing: readonly Outgoing[];
  readonly conversation: ChatConversation | undefined;
  /** Names the day of a moment where the reader is. */
  readonly dayOf: (atMs: number) => string;
}

/** Rows from the oldest to what was written last. */
export function rowsOf({ messages, outgoing, conversation, dayOf }: ThreadInputs): readonly Row[] {
  const shown = [
    ...messages.map((message) => shownMessage(message, conversation)),
    ...stillOutgoing(outgoing, messages).map(shownOutgoing),
  ];
  const rows: Row[] = [];
  let day: string | undefined;
  let before: Shown | undefined;
  for (const item of shown) {
    const own = dayOf(item.timeMs);
    if (own !== day) rows.push({ kind: 'day', key: `day ${own}`, atMs: item.timeMs });
    const isNewDay = own !== day;
    day = own;
    const last = rows.at(-1);
    if (last?.kind === 'group' && !isNewDay && before && belongs(before, item))
      rows[rows.length - 1] = { ...last, items: [...last.items, itemOf(item)] };
    else rows.push(rowOf(item));
    before = item;
  }
  return rows;
}

const belongs = (before: Shown, item: Shown): boolean =>
  before.from === item.from &&
  before.operator === item.operator &&
  item.event === undefined &&
  item.timeMs - before.timeMs <= GROUP_GAP_MS;

function itemOf({ from: _from, operator: _operator, event: _event, ...item }: Shown): Item {
  return item;
}

function rowOf(item: Shown): Row {
  const { key, from, operator, event } = item;
  const named = operator === undefined ? {} : { operator };
  if (from === 'system') return { kind: 'event', key, event: event ?? 'closed', ...named };
  return { kind: 'group', key: `group ${key}`, from, ...named, items: [itemOf(item)] };
}

/** The line over the conversation. */
export type DeskLine =
  | { readonly kind: 'open' | 'ended' }
  | { readonly kind: 'active'; readonly operator?: string }
  | { readonly kind: 'waiting'; readonly place?: number; readonly minutes?: number }
  | { readonly kind: 'shut'; readonly opensAtMs?: number };

/** Who answers, or what one waits for. Out of hours matters only while nobody answers. */
export function deskLineOf(state: {
  readonly is_open: boolean;
  readonly opens_at?: number | undefined;
  readonly conversation?: ChatConversation | undefined;
}): DeskLine {
  const { conversation } = state;
  if (conversation?.status === 'active') {
    const { operator } = conversation;
    return { kind: 'active', ...(operator !== undefined && { operator }) };
  }
  if (!state.is_open)
    return { kind: 'shut', ...(state.opens_at !== undefined && { opensAtMs: state.opens_at }) };
  if (conversation?.status === 'waiting') {
    const { position: place, expected_wait_ms: waitMs } = conversation;
    return {
      kind: 'waiting',
      ...(place !== undefined && { place }),
      ...(waitMs !== undefined && { minutes: Math.max(1, Math.ceil(waitMs / MINUTE_MS)) }),
    };
  }
  return { kind: conversation === undefined ? 'open' : 'ended' };
}
