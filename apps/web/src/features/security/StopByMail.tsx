import { useAction } from '@fairlead/calls';
import { Button, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** One tap, without logging in: the link is enough to stop this recovery, and to nothing else. */
export function StopByMail({ token }: { token: string }) {
  const t = useTranslations('security.recovery');
  const [isDone, setDone] = useState(false);
  const stop = useAction('stopRecoveryByMail', { onSuccess: () => setDone(true) });
  return (
    <div className="grid gap-4 gutter pt-1 pb-8">
      {isDone ? (
        <Note kind="good">
          <span role="status">{t('stopped')}</span>
        </Note>
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
