import { useAction } from '@fairlead/calls';
import { Button, Confirm, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { endSession } from '../../data/account/session.ts';

/** Locks the own account at once: whoever is robbed has no time for passwords. */
export function LockAccount() {
  const t = useTranslations('security.lock');
  const common = useTranslations('common');
  const [isAsking, setAsking] = useState(false);
  const lock = useAction('lockAccount', {
    onSuccess: (text) => {
      toast({ kind: 'good', text });
      endSession();
    },
  });
  return (
    <div className="grid gap-2 gutter pt-6 pb-8">
      <Button variant="danger" block icon="lock" onClick={() => setAsking(true)}>
        {t('lock')}
      </Button>
      <p className="text-12 text-muted">{t('lead')}</p>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('title')}
        cancelLabel={common('cancel')}
        confirmLabel={t('confirm')}
        variant="fall"
        busy={lock.isRunning}
        onConfirm={() => void lock.run({})}
      >
        {t('detail')}
      </Confirm>
    </div>
  );
}
