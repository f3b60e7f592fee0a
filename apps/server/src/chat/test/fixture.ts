/** What tests of the chat do over and over: users who write, and operators who answer. */

import { randomUUID } from 'node:crypto';
import type { ChatHours, OperatorChat, ResponseOf, RouteName } from '@fairlead/contract';
import { routes } from '@fairlead/contract';
import type { CallOptions, Reply, TestServer } from '../../../test/support/fixture.ts';
import { postJson } from '../../operators/test/fixture.ts';
import { picture, upload } from '../../verification/test/upload-fixture.ts';

/** A text of its own name, unless another is given. */
export const written = (text: string, clientMessageId: string = randomUUID()) => ({
  text,
  client_message_id: clientMessageId,
});

/** A user writes; gives what came of it. */
export const writes = (
  server: TestServer,
  user: CallOptions,
  text: string,
): Promise<ResponseOf<'sendChat'>> => server.data('sendChat', written(text), user);

/** A user writes and an operator takes it; gives the conversation's id. */
export async function taken(
  server: TestServer,
  user: CallOptions,
  operator: CallOptions,
): Promise<number> {
  const { conversation } = await writes(server, user, 'Where is my deposit?');
  await server.data('takeChat', { id: conversation.id }, operator);
  return conversation.id;
}

export const answers = (
  server: TestServer,
  operator: CallOptions,
  id: number,
  text: string,
): Promise<ResponseOf<'answerChat'>> =>
  server.data('answerChat', { id, ...written(text) }, operator);

/** One conversation in the desk's list. */
export async function inList(
  server: TestServer,
  operator: CallOptions,
  id: number,
): Promise<OperatorChat | undefined> {
  const { list } = await server.data('operatorChats', {}, operator);
  return list.find((chat) => chat.id === id);
}

/** Sets the desk's hours, or none. */
export async function setHours(
  server: TestServer,
  manager: CallOptions,
  hours?: ChatHours,
): Promise<void> {
  const reply = await postJson(server, 'saveChatSettings', hours === undefined ? {} : { hours }, {
    token: manager.token,
  });
  if (reply.type !== 'ok') throw new Error(reply.text);
}

/** An operator sends a picture up; its answer has the same fields as a user's. */
export async function deskUpload(
  server: TestServer,
  operator: CallOptions,
  id: number,
): Promise<Reply<'upload'>> {
  const { path } = routes.chatUpload;
  const fields = { id: String(id) };
  return upload(server, operator, { bytes: await picture(), purpose: '', fields, path });
}

/** How a call is refused; undefined when it is not. */
export async function refusal(
  server: TestServer,
  name: RouteName,
  request: Readonly<Record<string, unknown>>,
  caller: CallOptions,
): Promise<string | undefined> {
  return (await server.call(name, request, caller)).error;
}
