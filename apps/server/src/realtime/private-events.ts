/** Sends users what is told of their own, in the language of each socket. */
import { type ChatChange, chatMessageView, conversationView } from '../chat/index.ts';
import type { Tell } from '../core/http/events.ts';
import { type Say, textsOf } from '../core/texts/texts.ts';
import { type MessageRow, messageView } from '../notices/index.ts';
import type { LiveSocket, PrivateEvents } from './types.ts';

const speakerOf = (socket: LiveSocket): Say => textsOf(socket.data.session?.language ?? 'en');

/** Sends to the sockets that `socketsOf` names. */
export const teller =
  (socketsOf: (userId: number) => Iterable<LiveSocket>): Tell =>
  (userId, name, make) => {
    for (const socket of socketsOf(userId)) {
      const data = [make(speakerOf(socket))] as Parameters<PrivateEvents[typeof name]>;
      socket.emit(name, ...data);
    }
  };

/** Shows a personal message on each of the user's sockets, in its language. */
export function sendNotice(message: MessageRow, sockets: Iterable<LiveSocket>): void {
  for (const socket of sockets)
    socket.emit('notice', messageView(message, socket.data.session?.language ?? 'en'));
}

/** Shows a conversation on each of its user's sockets, in its language. */
export function sendChat(
  { conversation, message }: ChatChange,
  sockets: Iterable<LiveSocket>,
): void {
  for (const socket of sockets) {
    const say = speakerOf(socket);
    socket.emit('chat', {
      conversation: conversationView(conversation, say),
      ...(message !== undefined && { message: chatMessageView(message, say) }),
    });
  }
}
