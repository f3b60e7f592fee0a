import { useAction } from '@fairlead/calls';
import { Button } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { askPasskey } from '../../data/passkey/ask.ts';

export interface PasskeyButtonProps {
  onTicket: (ticket: string) => void;
  disabled?: boolean;
}

/** Uses a passkey in place of a code: the server trades it for a ticket, which the form sends. */
export function PasskeyButton({ onTicket, disabled = false }: PasskeyButtonProps) {
  const t = useTranslations('login');
  const [isAsking, setAsking] = useState(false);
  const prove = useAction('passkeyProve', { onSuccess: ({ ticket }) => onTicket(ticket) });
  const use = async () => {
    setAsking(true);
    const credential = await askPasskey(t('passkeyFailed'));
    if (credential !== undefined) await prove.run({ credential });
    setAsking(false);
  };
  return (
    <Button
      size={44}
      block
      icon="key"
      busy={isAsking}
      disabled={disabled}
      onClick={() => void use()}
    >
      {t('usePasskey')}
    </Button>
  );
}
