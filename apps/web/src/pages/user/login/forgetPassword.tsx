import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AuthScreen } from '../../../features/auth/AuthScreen.tsx';
import { ForgetCodeForm, ForgetPasswordForm } from '../../../features/auth/ForgetForm.tsx';
import { accountText } from '../../../features/auth/model.ts';
import { useIdentity } from '../../../features/auth/use-identity.ts';
import { useReturn } from '../../../features/auth/use-return.ts';

/** A new password for who forgot it: code, ticket, password. */
export function Page() {
  const t = useTranslations('login.forget');
  const { carried } = useReturn();
  const { identity, account } = useIdentity();
  const [ticket, setTicket] = useState<string>();
  const lead =
    ticket === undefined
      ? t('lead')
      : t('leadPassword', { account: accountText(identity, account) });
  return (
    <AuthScreen
      title={t('title')}
      lead={
        <>
          <span className="block pb-1 text-12 text-muted">
            {t('step', { step: ticket === undefined ? '1' : '2' })}
          </span>
          {lead}
        </>
      }
    >
      {ticket === undefined ? (
        <ForgetCodeForm onTicket={setTicket} />
      ) : (
        <ForgetPasswordForm
          ticket={ticket}
          carried={carried}
          onTicketLost={() => setTicket(undefined)}
        />
      )}
    </AuthScreen>
  );
}
