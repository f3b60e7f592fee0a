import type { ResponseOf } from '@fairlead/contract';
import {
  Button,
  Confirm,
  ErrorState,
  formatDate,
  Icon,
  List,
  SkeletonRows,
  Tag,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { errorText } from '../../data/error-text.ts';
import { useAction } from '../../data/use-action.ts';
import { useApi } from '../../data/use-api.ts';
import { deviceName } from './device-name.ts';

type Session = ResponseOf<'sessions'>[number];

/** Where one is logged in, this device first; each can be ended, or all others at once. */
export function Devices() {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  const { data, error, isFetching, refetch } = useApi('sessions', {});
  const end = useAction('endSession', {
    invalidates: ['sessions', 'security'],
    onSuccess: () => toast({ text: t('sessionEnded') }),
  });
  if (data === undefined && error === null)
    return <SkeletonRows label={common('loading')} count={3} />;
  if (data === undefined)
    return (
      <ErrorState onRetry={() => void refetch()} retryLabel={common('retry')} retrying={isFetching}>
        {errorText(error)}
      </ErrorState>
    );
  const sorted = [...data].sort(
    (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at - a.last_seen_at,
  );
  const others = data.filter((session) => !session.is_current).length;
  return (
    <>
      <p className="gutter pb-1 text-secondary">{t(others > 0 ? 'devicesLead' : 'noOthers')}</p>
      <List label={t('sessions')}>
        {sorted.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isRunning}
            onEnd={() => void end.run({ id: session.id })}
          />
        ))}
      </List>
      {others > 0 && (
        <EndOthers
          count={others}
          isBusy={end.isRunning}
          onEnd={async () => void (await end.run({ all_others: true }))}
        />
      )}
    </>
  );
}

interface EndOthersProps {
  count: number;
  isBusy: boolean;
  onEnd: () => Promise<void>;
}

function EndOthers({ count, isBusy, onEnd }: EndOthersProps) {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    await onEnd();
    setAsking(false);
  };
  return (
    <div className="gutter pt-5">
      <Button variant="danger" block disabled={isBusy} onClick={() => setAsking(true)}>
        {t('endOthers')}
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('endOthersTitle', { count })}
        cancelLabel={common('cancel')}
        confirmLabel={t('endOthers')}
        variant="fall"
        busy={isBusy}
        onConfirm={() => void confirm()}
      >
        {t('endOthersDetail')}
      </Confirm>
    </div>
  );
}

interface SessionRowProps {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const name = deviceName(session.device);
  const seen = formatDate(session.last_seen_at, 'dayMinute', locale);
  return (
    <div className="fl-row">
      <Icon name="device" className={session.is_current ? 'text-brand' : 'text-muted'} />
      <span className="fl-row-main">
        <span className="fl-row-title truncate">{name}</span>
        <span className="fl-row-caption">
          {session.ip}, {session.is_current ? t('activeNow') : t('lastSeen', { time: seen })}
        </span>
      </span>
      {session.is_current ? (
        <Tag kind="brand">{t('thisDevice')}</Tag>
      ) : (
        <Button
          size={36}
          disabled={isBusy}
          onClick={onEnd}
          aria-label={t('endOne', { device: name })}
        >
          {t('end')}
        </Button>
      )}
    </div>
  );
}
