import { useAction } from '@fairlead/calls';
import { formatDate, Note, toast } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { IdentityPhotos } from '../../app/parts/IdentityPhotos.tsx';
import type { Security } from './SecurityGate.tsx';

/** What is locked, and the two photos by which its owner asks to have it undone. */
export function LockedAccount({ lock }: { lock: NonNullable<Security['lock']> }) {
  const t = useTranslations('security.lock');
  const locale = useLocale();
  const { locked_at: lockedAt, asked_at: askedAt } = lock;
  return (
    <div className="grid gap-4 gutter pt-1 pb-4">
      <Note kind="warn">{t('isLocked', { time: formatDate(lockedAt, 'dayMinute', locale) })}</Note>
      {askedAt === undefined ? (
        <AskUnlock />
      ) : (
        <Note kind="good">{t('asked', { time: formatDate(askedAt, 'dayMinute', locale) })}</Note>
      )}
    </div>
  );
}

function AskUnlock() {
  const t = useTranslations('security.lock');
  const ask = useAction('askUnlock', {
    invalidates: ['security'],
    onSuccess: (text) => toast({ kind: 'good', text }),
  });
  return (
    <IdentityPhotos
      lead={t('askLead')}
      action={t('ask')}
      isSending={ask.isRunning}
      onSend={(files) => void ask.run(files)}
    />
  );
}
