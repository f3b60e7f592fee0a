import { LoadingCard, Pending } from '@fairlead/calls';
import { EmptyState } from '@fairlead/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useConfig } from '../../../data/use-config.ts';
import { AuthScreen } from '../../../features/auth/AuthScreen.tsx';
import { takeInvitation } from '../../../features/auth/invitation.ts';
import { RegisterForm } from '../../../features/auth/RegisterForm.tsx';
import { useReturn } from '../../../features/auth/use-return.ts';

/** A new account. Invitations come as `?invite=…`, and stay known while a visitor looks around. */
export function Page() {
  const t = useTranslations('login');
  const [query] = useSearchParams();
  const { carried } = useReturn();
  const [inviteCode] = useState(() => takeInvitation(query));
  return (
    <AuthScreen title={t('registerTitle')}>
      <Body carried={carried} inviteCode={inviteCode} />
    </AuthScreen>
  );
}

/** Waits for which ways are open, so that the form does not change under the hand. */
function Body(props: { carried: string; inviteCode: string }) {
  const t = useTranslations('login');
  const config = useConfig();
  if (config.data === undefined)
    return <Pending query={config} loading={<LoadingCard lines={3} height={360} />} />;
  const { channels } = config.data;
  if (channels.length === 0) return <EmptyState>{t('closed')}</EmptyState>;
  const closed = (['phone', 'email'] as const).filter((type) => !channels.includes(type));
  return <RegisterForm {...props} closed={closed} />;
}
