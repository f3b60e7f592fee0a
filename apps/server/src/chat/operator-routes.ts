/** Conversations at the desk. Whose words are read and what is done with them is in the audit log. */

import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { type Call, type Handlers, operatorOf, PictureAnswer } from '../core/http/handler.ts';
import { maskedAccount } from '../identity/users/index.ts';
import { countOnce } from '../verification/index.ts';
import { type DeskConversation, setDisplayName } from './desk-queries.ts';
import type { ChatNeeds } from './needs.ts';
import { isFileOfConversation } from './queries.ts';
import { messagesView, windowOf, writingOf } from './routes.ts';
import { readChatSettings, saveChatSettings } from './settings.ts';
import { displayName, operatorName } from './texts.ts';
import { writeTranscript } from './transcript.ts';
import { chatMessageView, operatorChatView } from './views.ts';

type Names =
  | 'operatorChats'
  | 'operatorChat'
  | 'takeChat'
  | 'passChat'
  | 'answerChat'
  | 'operatorReadChat'
  | 'endChat'
  | 'chatUpload'
  | 'chatFile'
  | 'operatorChatTranscript'
  | 'nameChat'
  | 'chatSettings'
  | 'saveChatSettings';

type Acting = Pick<Call, 'caller' | 'ip' | 'say'>;

export function operatorChatHandlers(context: ChatNeeds): Pick<Handlers, Names> {
  const { database, clock, chatDesk } = context;
  return {
    operatorChats: (call) => listChats(context, call),
    operatorChat: (call) => openChat(context, call),
    takeChat: (call) =>
      change(context, call, 'taken', {}, (id) => chatDesk.take(operatorOf(call).operatorId, id)),
    passChat: (call) => {
      const { operator_id: to } = call.input;
      return change(context, call, 'passed', { to: to ?? 'queue' }, (id) =>
        chatDesk.pass(operatorOf(call).operatorId, id, to),
      );
    },
    answerChat: (call) => answer(context, call),
    operatorReadChat: async (call) => {
      const { id, message_id: messageId } = call.input;
      await chatDesk.read(operatorOf(call).operatorId, id, messageId);
      return call.say('done.messages_read');
    },
    endChat: (call) =>
      change(context, call, 'closed', {}, (id) => chatDesk.close(operatorOf(call).operatorId, id)),
    chatUpload: async (call) => {
      const { operatorId } = operatorOf(call);
      const { userId } = await chatDesk.checkOwn(operatorId, call.input.id);
      const fileId = await context.files.storeForUser({ operatorId, userId }, call.file);
      return { file_id: fileId };
    },
    chatFile: (call) => openPicture(context, call),
    operatorChatTranscript: (call) => transcript(context, call),
    nameChat: (call) => setName(context, call),
    chatSettings: () => readChatSettings(database),
    saveChatSettings: (call) => {
      const saved = { action: 'chat.settings', subject: 'chat', detail: call.input };
      return act(context, call, saved, () => saveChatSettings(database, call.input, clock.now()));
    },
  };
}

const viewFor = (call: Acting, row: DeskConversation) =>
  operatorChatView(row, { operatorId: operatorOf(call).operatorId, say: call.say });

async function listChats(
  { chatDesk }: ChatNeeds,
  call: Call<'operatorChats'>,
): Promise<ResponseOf<'operatorChats'>> {
  const { status, is_mine: isMine, ...paging } = call.input;
  const { operatorId } = operatorOf(call);
  const filter = { status, operatorId: isMine === true ? operatorId : undefined };
  const page = await chatDesk.list(filter, paging);
  const colleagues = await chatDesk.colleagues(operatorId);
  return {
    ...page,
    list: page.list.map((row) => viewFor(call, row)),
    colleagues: colleagues.map((each) => ({
      id: each.operatorId,
      name: each.name,
      active: each.active,
      is_here: each.isHere,
    })),
  };
}

/** What is one's own or in the queue is work; a look at any other is noted, once an hour. */
async function openChat(
  { chatDesk, audit }: ChatNeeds,
  call: Call<'operatorChat'>,
): Promise<ResponseOf<'operatorChat'>> {
  const { operatorId } = operatorOf(call);
  const { id } = call.input;
  const row = await chatDesk.find(id);
  if (!isWork(row, operatorId) && chatDesk.isFirstOpening(operatorId, id))
    await audit.add({ operatorId, action: 'chat.opened', subject: `chat ${id}`, ip: call.ip });
  const page = await chatDesk.messages(id, windowOf(call.input));
  return { chat: viewFor(call, row), ...messagesView(page, call.say) };
}

const isWork = ({ status, operator }: DeskConversation, operatorId: number): boolean =>
  status === 'waiting' || (status === 'active' && operator?.operatorId === operatorId);

/** Notes what is done with a conversation, does it, and shows what became of it. */
function change(
  context: ChatNeeds,
  call: Acting & { readonly input: { readonly id: number } },
  action: string,
  detail: Readonly<Record<string, unknown>>,
  run: (id: number) => Promise<DeskConversation>,
) {
  const { id } = call.input;
  const noted = { action: `chat.${action}`, subject: `chat ${id}`, detail };
  return act(context, call, noted, async () => viewFor(call, await run(id)));
}

/** What was said stands in the conversation itself, which is only added to. */
function answer(context: ChatNeeds, call: Call<'answerChat'>): Promise<ResponseOf<'answerChat'>> {
  const { id } = call.input;
  const { operatorId } = operatorOf(call);
  const writing = writingOf(call.input, call.say);
  const answered = { action: 'chat.answered', subject: `chat ${id}` };
  return act(context, call, answered, async () => {
    const { message, row } = await context.chatDesk.answer(operatorId, id, writing);
    return { message: chatMessageView(message, call.say), chat: viewFor(call, row) };
  });
}

/** Pictures of one's own work are free; others count once an hour for each conversation (cases.md L4). */
async function openPicture(context: ChatNeeds, call: Call<'chatFile'>): Promise<PictureAnswer> {
  const { database, chatDesk, files, audit } = context;
  const { operatorId } = operatorOf(call);
  const { id, file_id: fileId } = call.input;
  const row = await chatDesk.find(id);
  if (!(await isFileOfConversation(database, id, fileId))) throw new ProblemError('not_found');
  const subject = `chat ${id}`;
  if (!isWork(row, operatorId))
    await countOnce(context, call, { userId: row.userId, field: subject });
  const detail = { file: fileId };
  await audit.add({ operatorId, action: 'chat.picture_opened', subject, detail, ip: call.ip });
  return new PictureAnswer(await files.open(fileId));
}

function transcript(
  context: ChatNeeds,
  call: Call<'operatorChatTranscript'>,
): Promise<ResponseOf<'operatorChatTranscript'>> {
  const { id, time_zone: timeZone } = call.input;
  const read = { action: 'chat.transcript_read', subject: `chat ${id}` };
  return act(context, call, read, async () => {
    const conversation = await context.chatDesk.find(id);
    const { hours } = await readChatSettings(context.database);
    return writeTranscript(context.database, {
      conversation,
      timeZone,
      hours,
      user: maskedAccount(conversation),
      say: call.say,
    });
  });
}

function setName(context: ChatNeeds, call: Call<'nameChat'>): Promise<ResponseOf<'nameChat'>> {
  const { operatorId, name: login } = operatorOf(call);
  const name = displayName(call.input.name, call.say);
  const named = { action: 'chat.named', subject: `operator ${login}`, detail: { name } };
  return act(context, call, named, async () => {
    if (!(await setDisplayName(context.database, operatorId, name)))
      throw new ProblemError('name_taken');
    return { operator: operatorName({ operatorId, displayName: name }, call.say) };
  });
}
