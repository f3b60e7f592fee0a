import { pageBrand } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { AuthScreen } from '../../../features/auth/AuthScreen.tsx';
import { ChooseList } from '../../../features/auth/ChooseList.tsx';
import { useReturn } from '../../../features/auth/use-return.ts';

/** Phone or e-mail, for a new account or to log in. */
export function Page() {
  const t = useTranslations('login.choose');
  const { name } = pageBrand();
  const { carried } = useReturn();
  return (
    <AuthScreen title={t('title', { name })} lead={t('lead')} hasLogo>
      <ChooseList carried={carried} />
    </AuthScreen>
  );
}
