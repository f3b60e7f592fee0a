import type { ApiKey, ResponseOf } from '@fairlead/contract';
import { Sheet, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { KeyForm } from './KeyForm.tsx';
import { KeySecret } from './KeySecret.tsx';
import { RevokeKey } from './RevokeKey.tsx';

export interface KeySheetProps {
  isOpen: boolean;
  /** The key that is changed; undefined: a new one is made. */
  apiKey: ApiKey | undefined;
  hasOtp: boolean;
  onClose: () => void;
}

/** Makes a key and shows its secret once, or changes or revokes one. */
export function KeySheet({ isOpen, apiKey, hasOtp, onClose }: KeySheetProps) {
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
            hasOtp={hasOtp}
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
