import { useAction } from '@fairlead/calls';
import type { ApiKey, ResponseOf } from '@fairlead/contract';
import { Button, Confirm, Sheet, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { KeyForm } from './KeyForm.tsx';
import { KeySecret } from './KeySecret.tsx';

export interface KeySheetProps {
  isOpen: boolean;
  /** The key that is changed; undefined: a new one is made. */
  apiKey: ApiKey | undefined;
  hasFactor: boolean;
  onClose: () => void;
}

/** Makes a key and shows its secret once, or changes or revokes one. */
export function KeySheet({ isOpen, apiKey, hasFactor, onClose }: KeySheetProps) {
  const t = useTranslations('apiKeys');
  const common = useTranslations('common');
  const [made, keep] = useState<ResponseOf<'createApiKey'>>();
  const [isBusy, setBusy] = useState(false);
  const title = made !== undefined ? t('made') : t(apiKey === undefined ? 'create' : 'edit');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      closeLabel={common('close')}
      // Nobody loses the secret to a stray tap.
      dismissible={made === undefined && !isBusy}
    >
      {made === undefined ? (
        <div className="grid gap-6 pb-2">
          <KeyForm
            apiKey={apiKey}
            hasFactor={hasFactor}
            onBusy={setBusy}
            onMade={keep}
            onSaved={() => {
              toast({ kind: 'good', text: t('saved') });
              onClose();
            }}
          />
          {apiKey !== undefined && <RevokeKey apiKey={apiKey} onRevoked={onClose} />}
        </div>
      ) : (
        <KeySecret made={made} onDone={onClose} />
      )}
    </Sheet>
  );
}

/** Ends a key after one more question: what runs with it stops at once. */
function RevokeKey({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
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
