import { Listing, LoadingRows, useAction, type useApiPages } from '@fairlead/calls';
import type { Message } from '@fairlead/contract';
import { Button, buttonLook, classNames, EmptyState, formatDate, Icon, List } from '@fairlead/ui';
import { useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { href } from '../../app/navigation.ts';
import { shortHash } from '../../app/parts/HashButton.tsx';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { noteHeads } from '../../data/seen-heads.ts';
import { lookOf, NOWHERE, type Tone } from './model.ts';

export interface MessageListProps {
  pages: ReturnType<typeof useApiPages<'messages'>>;
  unread: number;
}

/** Personal messages, newest first; a tap reads one and leads to what it is about. */
export function MessageList({ pages, unread }: MessageListProps) {
  const t = useTranslations('inbox');
  const common = useTranslations('common');
  const isLoggedIn = useIsLoggedIn();
  const read = useAction('readMessages', { invalidates: ['messages'], onError: () => true });
  const readAll = useAction('readMessages', { invalidates: ['messages'] });
  const { data: messages, hasMore, isLoadingMore, more } = pages;
  useEffect(() => {
    noteHeads(
      (messages ?? []).flatMap(({ receipts }) => (receipts === undefined ? [] : [receipts])),
    );
  }, [messages]);
  if (!isLoggedIn) return <GuestMessages />;
  return (
    <Listing
      query={pages}
      loading={<LoadingRows count={5} />}
      empty={
        <div className="pt-16">
          <EmptyState>{t('none')}</EmptyState>
        </div>
      }
      end={
        hasMore && (
          <div className="grid justify-items-center py-4">
            <Button size={44} busy={isLoadingMore} onClick={more}>
              {common('more')}
            </Button>
          </div>
        )
      }
    >
      {(items) => (
        <>
          {unread > 0 && (
            <div className="flex justify-end gutter pt-2">
              <Button
                variant="text"
                size={36}
                busy={readAll.isRunning}
                onClick={() => void readAll.run({ all: true })}
              >
                {t('readAll')}
              </Button>
            </div>
          )}
          <List label={t('mine')}>
            {items.map((message) => (
              <MessageRow
                key={message.id}
                message={message}
                onRead={() => {
                  if (!message.is_read) void read.run({ id: message.id });
                }}
              />
            ))}
          </List>
        </>
      )}
    </Listing>
  );
}

const TONES: Readonly<Record<Tone, string>> = {
  plain: 'bg-field text-secondary',
  good: 'bg-good-tint text-good',
  bad: 'bg-bad-tint text-bad',
  warn: 'bg-warn-tint text-warn',
};

function MessageRow({ message, onRead }: { message: Message; onRead: () => void }) {
  const t = useTranslations('inbox');
  const locale = useLocale();
  const { icon, tone } = lookOf(message.kind);
  return (
    <a className="fl-row items-start" href={href(message.link ?? NOWHERE)} onClick={onRead}>
      <span
        className={classNames('grid size-9 flex-none place-items-center rounded-full', TONES[tone])}
      >
        <Icon name={icon} />
      </span>
      <span className="fl-row-main py-0.5">
        <span
          className={classNames(
            'block text-16 text-balance',
            message.is_read ? 'font-medium' : 'font-strong',
          )}
        >
          {!message.is_read && (
            <span className="me-2 inline-block size-2 rounded-full bg-brand-fill align-middle">
              <span className="fl-sr">{t('unread')}</span>
            </span>
          )}
          {message.title}
        </span>
        <span className="mt-0.5 block text-secondary wrap-anywhere">{message.body}</span>
        <span className="fl-row-caption mt-1">{formatDate(message.time, 'dayMinute', locale)}</span>
        {message.receipts !== undefined && (
          <span className="fl-row-caption font-mono">
            receipts: {message.receipts.count} {shortHash(message.receipts.hash)}
          </span>
        )}
      </span>
    </a>
  );
}

function GuestMessages() {
  const t = useTranslations('inbox');
  const common = useTranslations('common');
  return (
    <div className="pt-16">
      <EmptyState
        action={
          <a
            {...buttonLook({ variant: 'main', size: 44 })}
            href={`#${loginTarget('/pages/notice/index?tab=messages')}`}
          >
            {common('logIn')}
          </a>
        }
      >
        {t('guest')}
      </EmptyState>
    </div>
  );
}
