import { useAction } from '@fairlead/calls';
import { Button, formatDate, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PhotoField } from '../../app/parts/PhotoField.tsx';
import { sentFileId, usePhoto } from '../../data/upload.ts';
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
  const document = usePhoto('kyc');
  const holding = usePhoto('kyc');
  const [isMissing, setMissing] = useState(false);
  const ask = useAction('askUnlock', {
    invalidates: ['security'],
    onSuccess: (text) => toast({ kind: 'good', text }),
  });
  const photos = [document.photo, holding.photo];
  const send = () => {
    const [front, held] = photos.map(sentFileId);
    setMissing(front === undefined || held === undefined);
    if (front !== undefined && held !== undefined)
      void ask.run({ document_photo: front, holding_photo: held });
  };
  return (
    <>
      <p className="text-secondary">{t('askLead')}</p>
      <PhotoField
        upload={document}
        label={t('document')}
        hint={t('documentHint')}
        camera="environment"
        disabled={ask.isRunning}
      />
      <PhotoField
        upload={holding}
        label={t('holding')}
        hint={t('holdingHint')}
        camera="user"
        disabled={ask.isRunning}
      />
      {isMissing && (
        <Note kind="bad">
          <span role="alert">{t('missing')}</span>
        </Note>
      )}
      <Button variant="main" block busy={ask.isRunning} onClick={send}>
        {t('ask')}
      </Button>
    </>
  );
}
