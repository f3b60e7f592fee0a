import { PasswordField } from '@fairlead/ui';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';

export interface PasswordPairProps {
  /** Of the first field. */
  label: string;
  password: UseFormRegisterReturn;
  passwordError: string | undefined;
  confirmation: UseFormRegisterReturn;
  confirmationError: string | undefined;
}

/** A new password and the same again. */
export function PasswordPair(props: PasswordPairProps) {
  const { label, password, passwordError, confirmation, confirmationError } = props;
  const t = useTranslations('login');
  const eye = { showLabel: t('showPassword'), hideLabel: t('hidePassword') };
  return (
    <>
      <PasswordField
        {...eye}
        {...password}
        className="mt-4"
        size={52}
        label={label}
        hint={t('passwordHint')}
        error={passwordError}
        autoComplete="new-password"
      />
      <PasswordField
        {...eye}
        {...confirmation}
        className="mt-4"
        size={52}
        label={t('confirmation')}
        error={confirmationError}
        autoComplete="new-password"
      />
    </>
  );
}
