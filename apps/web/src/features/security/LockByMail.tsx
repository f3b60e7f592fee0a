import { useAction } from '@fairlead/calls';
import { Button, buttonLook, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

/** One tap, without logging in: the mail's link is enough to lock, and to nothing else. */
export function LockByMail({ token }: { token: string }) {
  const t = useTranslations('security.lock');
  const [isDone, setDone] = useState(false);
  const lock = useAction('lockByMail', { onSuccess: () => setDone(true) });
  return (
    <div className="grid gap-4 gutter pt-1 pb-8">
      {isDone ? (
        <>
          <Note kind="good">
            <span role="status">{t('done')}</span>
          </Note>
          <a {...buttonLook({ block: true })} href={href('pages/user/login/login')}>
            {t('logIn')}
          </a>
        </>
      ) : (
        <>
          <p className="text-secondary">{t('detail')}</p>
          <Button
            variant="danger"
            block
            icon="lock"
            busy={lock.isRunning}
            onClick={() => void lock.run({ token })}
          >
            {t('lock')}
          </Button>
        </>
      )}
    </div>
  );
}
