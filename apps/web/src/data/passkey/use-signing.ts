import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Signature, type SignedDraft, signIntent } from './sign.ts';

/** Has the browser ask for a passkey that signs; busy meanwhile. */
export function useSigning() {
  const t = useTranslations('login');
  const [isRunning, setRunning] = useState(false);
  const run = async (draft: SignedDraft): Promise<Signature | undefined> => {
    setRunning(true);
    try {
      return await signIntent(draft, t('passkeyFailed'));
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning };
}
