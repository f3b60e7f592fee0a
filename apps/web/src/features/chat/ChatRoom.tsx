import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { ChatState } from '@fairlead/contract';
import { Button } from '@fairlead/ui';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatRows, dayOf } from './ChatRows.tsx';
import { Composer } from './Composer.tsx';
import { DeskLine } from './DeskLine.tsx';
import { EmptyChat } from './EmptyChat.tsx';
import { countAfter, lastOfDesk, rowsOf, type Thread } from './model.ts';
import { useOutgoing } from './outbox.ts';
import { useFullHeight } from './use-full-height.ts';
import { useLogScroll } from './use-log-scroll.ts';
import { useReadMarks } from './use-read-marks.ts';
import { useThread } from './use-thread.ts';

/** The place in the queue moves without a message. */
const STATE_EVERY_MS = 15_000;

/** Line, conversation and field, as high as the screen. */
export function ChatRoom() {
  const column = useRef<HTMLDivElement>(null);
  useFullHeight(column);
  const state = useApi('chat', {}, { pollMs: STATE_EVERY_MS });
  const thread = useThread();
  const error = state.data === undefined ? state.error : thread.data === undefined && thread.error;
  return (
    <div ref={column} className="flex min-h-0 flex-1 flex-col">
      {state.data && <DeskLine state={state.data} />}
      {state.data && thread.data ? (
        <Log
          state={state.data}
          thread={thread.data}
          isLoadingOlder={thread.isLoadingOlder}
          onTop={() => void thread.older()}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Pending
            query={{
              error,
              isFetching: state.isFetching || thread.isFetching,
              refetch: () => Promise.all([state.refetch(), thread.refetch()]),
            }}
            loading={<LoadingRows count={5} mark={false} />}
          />
        </div>
      )}
      <Composer />
    </div>
  );
}

interface LogProps {
  state: ChatState;
  thread: Thread;
  isLoadingOlder: boolean;
  onTop: () => void;
}

function Log({ state, thread, isLoadingOlder, onTop }: LogProps) {
  const t = useTranslations('chat');
  const outgoing = useOutgoing();
  const box = useRef<HTMLDivElement>(null);
  const { conversation } = state;
  const messages = thread.list;
  const rows = rowsOf({ messages, outgoing, conversation, dayOf });
  const last = rows.at(-1);
  const lastKey = last?.kind === 'group' ? last.items.at(-1)?.key : last?.key;
  const scroll = useLogScroll(box, {
    firstKey: rows[1]?.key,
    lastKey,
    isLastOwn: last?.kind === 'group' && last.from === 'user',
    onTop,
  });
  const unseen = useUnseen(messages, scroll.isAtEnd);
  useReadMarks(messages, conversation, scroll.isAtEnd);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={t('log')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4"
        style={{ overflowAnchor: 'none' }}
        onScroll={scroll.onScroll}
      >
        {rows.length === 0 ? (
          <EmptyChat />
        ) : (
          <div className="flex min-h-full flex-col justify-end py-4">
            {isLoadingOlder && <p className="fl-sr">{t('older')}</p>}
            <ChatRows rows={rows} />
          </div>
        )}
      </div>
      {!scroll.isAtEnd && (
        <Button
          size={44}
          icon="chevronDown"
          className="absolute end-4 bottom-3 [box-shadow:var(--lift-2)]"
          onClick={scroll.toEnd}
        >
          {unseen > 0 ? t('newMessages', { count: unseen }) : t('toEnd')}
        </Button>
      )}
    </div>
  );
}

/** How many messages of the desk came since the end was last in view. */
function useUnseen(messages: Thread['list'], isAtEnd: boolean): number {
  const last = lastOfDesk(messages) ?? 0;
  const [seen, setSeen] = useState(last);
  if (isAtEnd && seen !== last) setSeen(last);
  return isAtEnd ? 0 : countAfter(messages, seen);
}
