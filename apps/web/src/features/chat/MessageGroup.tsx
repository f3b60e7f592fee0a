import { Button, classNames, formatDate, Icon, Note } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { ChatPicture } from './ChatPicture.tsx';
import type { Item, Mark, Row } from './model.ts';
import { discard, retry } from './outbox.ts';

type Group = Extract<Row, { kind: 'group' }>;

const BUBBLE = { maxWidth: '84%' };
/** A long word, an address, breaks where it must. */
const TEXT = { overflowWrap: 'anywhere' } as const;
/** As wide as the picture that it stands under. */
const CAPTION = { ...TEXT, maxWidth: 200 };

/** Messages of one sender, with the time and how far the last one came under them. */
export function MessageGroup({ group }: { group: Group }) {
  const t = useTranslations('chat');
  const locale = useLocale();
  const isOwn = group.from === 'user';
  const name = isOwn ? t('you') : (group.operator ?? t('desk'));
  const last = group.items.at(-1);
  const mark = last?.mark;
  return (
    <li className={classNames('flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
      <p className={isOwn ? 'fl-sr' : 'text-12 font-medium text-secondary'}>{name}</p>
      {group.items.map((item) => (
        <Bubble key={item.key} item={item} name={name} isOwn={isOwn} />
      ))}
      {last && mark !== 'failed' && (
        <p className="flex items-center gap-1 text-12 text-muted">
          {formatDate(last.timeMs, 'minute', locale)}
          {mark && <MarkSign mark={mark} />}
        </p>
      )}
    </li>
  );
}

function MarkSign({ mark }: { mark: Exclude<Mark, 'failed'> }) {
  const t = useTranslations('chat');
  const word = t(`marks.${mark}`);
  if (mark === 'sending') return <span>{word}</span>;
  const isRead = mark === 'read';
  return (
    <span className={classNames('flex items-center gap-1', isRead ? 'text-brand' : undefined)}>
      <Icon name="check" size={14} />
      {isRead ? word : <span className="fl-sr">{word}</span>}
    </span>
  );
}

interface BubbleProps {
  item: Item;
  name: string;
  isOwn: boolean;
}

function Bubble({ item, name, isOwn }: BubbleProps) {
  const t = useTranslations('chat');
  const { text, fileId, mark } = item;
  return (
    <>
      <div
        className={classNames(
          'flex flex-col gap-2 rounded-12',
          isOwn ? 'bg-brand-tint' : 'bg-raised',
          fileId === undefined ? 'px-3 py-2' : 'p-1',
        )}
        style={BUBBLE}
      >
        {fileId !== undefined && (
          <ChatPicture fileId={fileId} label={isOwn ? t('picture') : t('pictureOf', { name })} />
        )}
        {text !== undefined && (
          <p
            dir="auto"
            className={classNames(
              'text-16 whitespace-pre-wrap',
              fileId === undefined ? undefined : 'px-2 pb-1',
            )}
            style={fileId === undefined ? TEXT : CAPTION}
          >
            {text}
          </p>
        )}
      </div>
      {mark === 'failed' && <Failed item={item} />}
    </>
  );
}

/** What was not sent says so where it stands, and can be sent again as the same message. */
function Failed({ item: { key, problem } }: { item: Item }) {
  const t = useTranslations('chat');
  return (
    <div className="grid justify-items-end gap-2" style={BUBBLE} role="alert">
      <Note kind="bad">
        {t('failed')}. {problem}
      </Note>
      <span className="flex gap-2">
        <Button size={36} variant="text" onClick={() => discard(key)}>
          {t('discard')}
        </Button>
        <Button size={36} icon="retry" onClick={() => retry(key)}>
          {t('resend')}
        </Button>
      </span>
    </div>
  );
}
