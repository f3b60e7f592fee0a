import type { ResponseOf } from '@fairlead/contract';
import {
  Button,
  Confirm,
  ErrorState,
  formatDate,
  Icon,
  List,
  SectionHead,
  SettingRow,
  SkeletonRows,
  Tag,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { errorText } from '../../../data/error-text.ts';
import { useAction } from '../../../data/use-action.ts';
import { useApi } from '../../../data/use-api.ts';

type Session = ResponseOf<'sessions'>[number];

/** The password, and where one is logged in. */
export function Page() {
  const t = useTranslations('common');
  const settings = useTranslations('settings');
  return (
    <Screen title={t('title.security')}>
      <SettingRow
        icon="key"
        label={settings('loginPassword')}
        value={settings('change')}
        href={href('pages/settings/security/changePassword')}
      />
      <Sessions />
    </Screen>
  );
}

function Sessions() {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  const { data, error, isFetching, refetch } = useApi('sessions', {});
  const end = useAction('endSession', {
    invalidates: ['sessions'],
    onSuccess: () => toast({ text: t('sessionEnded') }),
  });
  const [isAsking, setAsking] = useState(false);
  const others = data?.filter((session) => !session.is_current) ?? [];
  const endOthers = async () => {
    await end.run({ all_others: true });
    setAsking(false);
  };
  return (
    <section className="mt-4">
      <SectionHead
        title={t('sessions')}
        end={
          others.length > 1 && (
            <Button size={36} onClick={() => setAsking(true)}>
              {t('endOthers')}
            </Button>
          )
        }
      />
      {data === undefined && error === null && (
        <SkeletonRows label={common('loading')} count={2} mark={false} />
      )}
      {data === undefined && error !== null && (
        <ErrorState
          onRetry={() => void refetch()}
          retryLabel={common('retry')}
          retrying={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      <List label={t('sessions')}>
        {data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isRunning}
            onEnd={() => void end.run({ id: session.id })}
          />
        ))}
      </List>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('endOthersTitle', { count: others.length })}
        cancelLabel={common('cancel')}
        confirmLabel={t('endOthers')}
        variant="fall"
        busy={end.isRunning}
        onConfirm={() => void endOthers()}
      >
        {t('endOthersDetail')}
      </Confirm>
    </section>
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
  const seen = formatDate(session.last_seen_at, 'dayMinute', locale);
  return (
    <div className="fl-row">
      <Icon name="device" className="text-muted" />
      <span className="fl-row-main">
        <span className="fl-row-title truncate">{session.device}</span>
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
          aria-label={t('endOne', { device: session.device })}
        >
          {t('end')}
        </Button>
      )}
    </div>
  );
}
