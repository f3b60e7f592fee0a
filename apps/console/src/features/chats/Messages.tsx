import type { ChatMessage, OperatorChat } from '@fairlead/contract';
import { Button, formatDate, Icon } from '@fairlead/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { sharedTexts } from '../../parts/texts.ts';
import { ChatPicture } from './ChatPicture.tsx';
import { chatTexts as t } from './texts.ts';
import type { Answer } from './use-answers.ts';

const NEAR_END_PX = 48;

export interface MessagesProps {
  chat: OperatorChat;
  messages: readonly ChatMessage[];
  /** On their way, those that the server does not have yet. */
  answers: readonly Answer[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  onRetry: (answer: Answer) => void;
  onDiscard: (clientId: string) => void;
  /** Whether the end is in view, and what is written there read. */
  onEnd: (isAtEnd: boolean) => void;
}

/** What was written, oldest first; the end stays in view unless one reads further up. */
export function Messages(props: MessagesProps) {
  const { chat, messages, answers, hasOlder, isLoadingOlder, onOlder, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const held = useRef(true);
  const height = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const first = messages[0]?.id;
  const last = `${messages.at(-1)?.id} ${answers.length}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something was added at either end
  useLayoutEffect(() => {
    const log = box.current;
    if (log === null) return;
    if (held.current) log.scrollTop = log.scrollHeight;
    else if (log.scrollTop < NEAR_END_PX) log.scrollTop += log.scrollHeight - height.current;
    height.current = log.scrollHeight;
  }, [first, last]);
  const onScroll = () => {
    const log = box.current;
    if (log === null) return;
    held.current = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX;
    height.current = log.scrollHeight;
    if (held.current !== isAtEnd) {
      setAtEnd(held.current);
      onEnd(held.current);
    }
  };
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  return (
    <div className="con-chat-log-frame">
      <div
        ref={box}
        role="log"
        aria-label={t.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="con-chat-log"
        onScroll={onScroll}
      >
        {hasOlder && (
          <div className="grid justify-items-center">
            <Button size={36} busy={isLoadingOlder} onClick={onOlder}>
              {t.older}
            </Button>
          </div>
        )}
        <ol>
          {messages.map((message) => (
            <Line key={message.client_message_id ?? message.id} chat={chat} message={message} />
          ))}
          {answers.map((answer) => (
            <Pending key={answer.clientId} answer={answer} {...props} />
          ))}
        </ol>
      </div>
      {!isAtEnd && (
        <Button size={36} icon="chevronDown" className="con-chat-down" onClick={toEnd}>
          {t.toEnd}
        </Button>
      )}
    </div>
  );
}

function Line({ chat, message }: { chat: OperatorChat; message: ChatMessage }) {
  const { from, text, file_id: fileId, operator, event, time } = message;
  const at = formatDate(time, 'dayMinute', 'en');
  if (from === 'system')
    return (
      <li className="con-chat-event">
        {t.events[event ?? 'closed'](operator ?? t.someone)} · {at}
      </li>
    );
  const name = from === 'user' ? chat.user : (operator ?? t.someone);
  const isRead = message.id <= chat.read_by_user;
  return (
    <li className="con-chat-message" data-desk={from === 'operator' || undefined}>
      <p className="con-chat-by">
        <b>{name}</b> {at}
        {from === 'operator' && (
          <span data-read={isRead || undefined}>
            <Icon name="check" size={14} />
            {isRead ? t.read : <span className="fl-sr">{t.delivered}</span>}
          </span>
        )}
      </p>
      <div className="con-chat-body">
        {fileId !== undefined && <ChatPicture id={chat.id} fileId={fileId} name={name} />}
        {text !== undefined && <p dir="auto">{text}</p>}
      </div>
    </li>
  );
}

type PendingProps = Pick<MessagesProps, 'chat' | 'onRetry' | 'onDiscard'> & { answer: Answer };

function Pending({ chat, answer, onRetry, onDiscard }: PendingProps) {
  const { text, fileId, state, problem, clientId } = answer;
  return (
    <li className="con-chat-message" data-desk="">
      <div className="con-chat-body">
        {fileId !== undefined && <ChatPicture id={chat.id} fileId={fileId} name={t.picture} />}
        {text !== undefined && <p dir="auto">{text}</p>}
      </div>
      {state === 'sending' ? (
        <p className="con-chat-by">{t.sending}</p>
      ) : (
        <div className="con-chat-failed" role="alert">
          <span>
            {t.notSent} {problem}
          </span>
          <Button size={36} variant="text" onClick={() => onDiscard(clientId)}>
            {t.discard}
          </Button>
          <Button size={36} onClick={() => onRetry(answer)}>
            {sharedTexts.retry}
          </Button>
        </div>
      )}
    </li>
  );
}
