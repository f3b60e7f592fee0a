import { Loaded, LoadingRows } from '@fairlead/calls';
import type { ChatColleague, ChatMessage, OperatorChat } from '@fairlead/contract';
import { Badge, IconButton, Note, useHistoryClose } from '@fairlead/ui';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { callApi } from '../../data/api.ts';
import { useIsPhone } from '../../data/hooks.ts';
import { refresh } from '../../data/query.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { ChatActs } from './ChatActs.tsx';
import { Messages } from './Messages.tsx';
import { lastOfUser } from './model.ts';
import { chatTexts as t } from './texts.ts';
import { useAnswers } from './use-answers.ts';
import { useConversation } from './use-conversation.ts';

export interface ConversationProps {
  id: number;
  colleagues: readonly ChatColleague[];
  onClose: () => void;
}

/** One conversation: who has it, what was written, and the answer of whoever has it. */
export function Conversation({ id, colleagues, onClose }: ConversationProps) {
  const isPhone = useIsPhone();
  const talk = useConversation(id);
  const answers = useAnswers(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const { chat, messages } = talk;
  useHistoryClose(isPhone, onClose);
  useShortcuts({ Escape: onClose, r: () => field.current?.focus() });
  useReadMarks(chat, messages, isAtEnd);
  // On a phone the list is gone from view: the reading position moves with it.
  useEffect(() => {
    if (isPhone) heading.current?.focus();
  }, [isPhone]);
  const title = t.conversation(chat?.user ?? `${id}`);
  const known = new Set(messages?.map((message) => message.client_message_id));
  return (
    <section className="con-chat" aria-label={title}>
      <div className="con-chat-head">
        {isPhone && <IconButton icon="back" label={sharedTexts.back} onClick={onClose} />}
        <h2 ref={heading} tabIndex={-1}>
          {chat?.user ?? ' '}
        </h2>
        {chat && <StateBadge chat={chat} />}
        {chat && <ChatActs chat={chat} colleagues={colleagues} field={field} />}
      </div>
      {chat === undefined || messages === undefined ? (
        <div className="flex-1">
          <Loaded
            query={{ ...talk, data: undefined }}
            loading={<LoadingRows count={6} mark={false} />}
          >
            {() => null}
          </Loaded>
        </div>
      ) : (
        <>
          <Messages
            chat={chat}
            messages={messages}
            answers={answers.answers.filter(({ clientId }) => !known.has(clientId))}
            hasOlder={talk.hasOlder}
            isLoadingOlder={talk.isLoadingOlder}
            onOlder={() => void talk.older()}
            onRetry={answers.retry}
            onDiscard={answers.discard}
            onEnd={setAtEnd}
          />
          <Foot chat={chat} field={field} onSend={answers.send} />
        </>
      )}
    </section>
  );
}

function StateBadge({ chat }: { chat: OperatorChat }) {
  if (chat.status === 'active')
    return <Badge kind="brand">{chat.operator ? t.with(chat.operator) : t.statuses.active}</Badge>;
  return (
    <Badge kind={chat.status === 'waiting' ? 'wait' : 'plain'}>{t.statuses[chat.status]}</Badge>
  );
}

interface FootProps {
  chat: OperatorChat;
  field: Parameters<typeof AnswerForm>[0]['field'];
  onSend: Parameters<typeof AnswerForm>[0]['onSend'];
}

/** The field of whoever has it; everybody else reads why there is none. */
function Foot({ chat, field, onSend }: FootProps) {
  const mayAnswer = useMay('takeChat');
  if (chat.status === 'active' && chat.is_mine)
    return <AnswerForm key={chat.id} id={chat.id} field={field} onSend={onSend} />;
  return (
    <div className="con-chat-note">
      <Note>{reasonOf(chat, mayAnswer)}</Note>
    </div>
  );
}

function reasonOf(chat: OperatorChat, mayAnswer: boolean): string {
  if (chat.status === 'closed') return t.endedNote;
  if (!mayAnswer) return t.readsOnly;
  if (chat.status === 'waiting') return t.takeFirst;
  const name = chat.operator ?? t.someone;
  return chat.can_take === true ? t.leftAlone(name) : t.theirs(name);
}

/** What the user wrote is read by whoever has the conversation, with its end in view. */
function useReadMarks(
  chat: OperatorChat | undefined,
  messages: readonly ChatMessage[] | undefined,
  isAtEnd: boolean,
): void {
  const last = lastOfUser(messages ?? []) ?? 0;
  const told = useRef(0);
  const isMine = chat?.status === 'active' && chat.is_mine;
  const isNew = chat !== undefined && last > chat.read_by_operator;
  const id = chat?.id;
  useEffect(() => {
    const isSeen = document.visibilityState !== 'hidden';
    if (!isMine || !isNew || !isAtEnd || !isSeen || id === undefined || told.current >= last)
      return;
    told.current = last;
    callApi('operatorReadChat', { id, message_id: last }).then(
      () => refresh(['operatorChats', 'queueCounts']),
      () => {
        told.current = 0;
      },
    );
  }, [isMine, isNew, isAtEnd, id, last]);
}
