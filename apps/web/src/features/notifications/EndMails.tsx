import { useAction } from '@fairlead/calls';
import { Button, buttonLook, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

/** One tap, without logging in: the link is enough to end mails, and for nothing else. */
export function EndMails({ token }: { token: string }) {
  const t = useTranslations('mails');
  const title = useTranslations('common.title');
  const [outcome, setOutcome] = useState<'done' | 'bad'>();
  const end = useAction('unsubscribeMail', {
    invalidates: ['notificationSettings'],
    onSuccess: () => setOutcome('done'),
    onError: ({ code }) => {
      const isLink = code === 'ticket_invalid' || code === 'validation_failed';
      if (isLink) setOutcome('bad');
      return isLink;
    },
  });
  if (outcome === undefined)
    return (
      <div className="grid gap-4 gutter pt-1 pb-8">
        <p className="text-secondary">{t('endLead')}</p>
        <Button variant="main" block busy={end.isRunning} onClick={() => void end.run({ token })}>
          {t('end')}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-4 gutter pt-1 pb-8">
      <Note kind={outcome === 'done' ? 'good' : 'bad'}>
        <span role={outcome === 'done' ? 'status' : 'alert'}>
          {t(outcome === 'done' ? 'ended' : 'linkBad')}
        </span>
      </Note>
      <a {...buttonLook({ block: true })} href={href('pages/settings/notifications')}>
        {title('notifications')}
      </a>
    </div>
  );
}
