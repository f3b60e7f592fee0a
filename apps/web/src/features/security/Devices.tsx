import { LoadingRows, Pending, useAction, useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { Button, Confirm, formatDate, Icon, List, Tag, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { deviceName } from './device-name.ts';

type Session = ResponseOf<'sessions'>[number];

/** Where one is logged in, this device first; each can be ended, or all others at once. */
export function Devices() {
  const t = useTranslations('settings');
  const query = useApi('sessions', {});
  const { data } = query;
  const end = useAction('endSession', {
    invalidates: ['sessions', 'security'],
    onSuccess: () => toast({ text: t('sessionEnded') }),
  });
  if (data === undefined) return <Pending query={query} loading={<LoadingRows count={3} />} />;
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
