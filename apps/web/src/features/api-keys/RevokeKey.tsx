import type { ApiKey } from '@fairlead/contract';
import { Button, Confirm, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../data/use-action.ts';

/** Ends a key after one more question: what runs with it stops at once. */
export function RevokeKey({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const t = useTranslations('apiKeys');
  const common = useTranslations('common');
  const [isAsking, setAsking] = useState(false);
  const revoke = useAction('revokeApiKey', {
    invalidates: ['apiKeys'],
    onSuccess: () => toast({ kind: 'good', text: t('revoked') }),
  });
  const confirm = async () => {
    const isDone = (await revoke.run({ id: apiKey.id })) !== undefined;
    setAsking(false);
    if (isDone) onRevoked();
  };
  return (
    <>
      <Button variant="danger" block disabled={revoke.isRunning} onClick={() => setAsking(true)}>
        {t('revoke')}
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('revokeTitle', { label: apiKey.label })}
        cancelLabel={common('cancel')}
        confirmLabel={t('revoke')}
        variant="fall"
        busy={revoke.isRunning}
        onConfirm={() => void confirm()}
      >
        {t('revokeDetail')}
      </Confirm>
    </>
  );
}
