import { useAction } from '@fairlead/calls';
import { Button, buttonLook, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

/** One tap, without logging in: the link is enough to stop this recovery, and to nothing else. */
export function StopByMail({ token }: { token: string }) {
  const t = useTranslations('security.recovery');
  const [isDone, setDone] = useState(false);
  const title = useTranslations('common.title');
  const [isBad, setBad] = useState(false);
  const stop = useAction('stopRecoveryByMail', {
    onSuccess: () => setDone(true),
    onError: ({ code }) => {
      const isLink = code === 'ticket_invalid' || code === 'validation_failed';
      if (isLink) setBad(true);
      return isLink;
    },
  });
  return (
    <div className="grid gap-4 gutter pt-1 pb-8">
      {isDone ? (
        <Note kind="good">
          <span role="status">{t('stopped')}</span>
        </Note>
      ) : isBad ? (
        <>
          <Note kind="bad">
            <span role="alert">{t('linkBad')}</span>
          </Note>
          <a {...buttonLook({ block: true })} href={href('pages/settings/security/index')}>
            {title('security')}
          </a>
        </>
      ) : (
        <>
          <p className="text-secondary">{t('stopLead')}</p>
          <Button
            variant="danger"
            block
            busy={stop.isRunning}
            onClick={() => void stop.run({ token })}
          >
            {t('stop')}
          </Button>
        </>
      )}
    </div>
  );
}
