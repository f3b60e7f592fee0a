import type { OperatorChat } from '@fairlead/contract';
import { formatClock, formatDate } from '@fairlead/ui';
import { useNow } from '../../data/hooks.ts';
import { UserCell } from '../../parts/cells.tsx';
import { bySection, isLate, SECTIONS, waitMs } from './model.ts';
import { chatTexts as t } from './texts.ts';

export interface QueueListProps {
  chats: readonly OperatorChat[];
  openId: number | undefined;
  onOpen: (id: number) => void;
  /** Ended ones stand in one list. */
  areClosed: boolean;
}

/** Who has written: waiting, mine, with others; the waiting time runs. */
export function QueueList({ chats, openId, onOpen, areClosed }: QueueListProps) {
  const nowMs = useNow(1_000);
  const row = (chat: OperatorChat) => (
    <ChatRow
      key={chat.id}
      chat={chat}
      nowMs={nowMs}
      isOpen={chat.id === openId}
      onOpen={() => onOpen(chat.id)}
    />
  );
  if (areClosed)
    return (
      <nav aria-label={t.closedList}>
        <ul>{chats.map(row)}</ul>
      </nav>
    );
  const sections = bySection(chats);
  return (
    <nav aria-label={t.list}>
      {SECTIONS.filter((section) => sections[section].length > 0).map((section) => (
        <section key={section} aria-labelledby={`chats-${section}`}>
          <h2 id={`chats-${section}`}>
            {t.sections[section]} <b>{sections[section].length}</b>
          </h2>
          <ul>{sections[section].map(row)}</ul>
        </section>
      ))}
    </nav>
  );
}

interface ChatRowProps {
  chat: OperatorChat;
  nowMs: number;
  isOpen: boolean;
  onOpen: () => void;
}

function ChatRow({ chat, nowMs, isOpen, onOpen }: ChatRowProps) {
  const waited = waitMs(chat, nowMs);
  const unread = chat.unread_at_desk;
  return (
    <li>
      <button type="button" aria-current={isOpen || undefined} onClick={onOpen}>
        <span className="con-chat-who">
          <UserCell user={chat.user} id={chat.user_id} />
          {waited === undefined || chat.status === 'closed' ? (
            <time>{formatDate(chat.closed_at ?? chat.last_at, 'minute', 'en')}</time>
          ) : (
            <time data-late={isLate(chat, nowMs) || undefined}>
              <span className="fl-sr">{t.waits('')}</span>
              {formatClock(waited / 1_000)}
            </time>
          )}
        </span>
        <span className="con-chat-last">
          <span>{chat.last_text ?? t.picture}</span>
          {unread > 0 && chat.status !== 'closed' && (
            <b>
              {unread}
              <span className="fl-sr">{` ${t.unread}`}</span>
            </b>
          )}
        </span>
      </button>
    </li>
  );
}
