import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { ChangePasswordForm } from '../../../features/auth/ChangePasswordForm.tsx';

/** A new login password. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('changePassword')}>
      <ChangePasswordForm />
    </Screen>
  );
}
