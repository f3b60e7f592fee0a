import { useAction } from '@fairlead/calls';
import { Button, formatDate, Note, toast } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import type { Security } from './SecurityGate.tsx';

/** Somebody recovers the account: whoever is logged in stops it in one tap. */
export function RecoveryNote({ recovery }: { recovery: NonNullable<Security['recovery']> }) {
  const t = useTranslations('security.recovery');
  const locale = useLocale();
  const stop = useAction('stopRecovery', {
    invalidates: ['security'],
    onSuccess: () => toast({ kind: 'good', text: t('stopped') }),
  });
  const { begun_at: begunAt, ready_at: readyAt } = recovery;
  const said =
    readyAt === undefined
      ? t('noteBegun', { time: formatDate(begunAt, 'dayMinute', locale) })
      : t('noteWaiting', { time: formatDate(readyAt, 'dayMinute', locale) });
  return (
    <div className="grid gap-3 gutter pt-1 pb-4">
      <Note kind="bad">
        <span role="alert">
          {said} {t('notYou')}
        </span>
      </Note>
      <Button variant="danger" block busy={stop.isRunning} onClick={() => void stop.run({})}>
        {t('stop')}
      </Button>
    </div>
  );
}
