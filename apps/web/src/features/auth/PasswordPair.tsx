import { PasswordField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { TextInput } from './use-auth-form.ts';

export interface PasswordPairProps {
  /** Of the first field. */
  label: string;
  password: TextInput;
  confirmation: TextInput;
}

/** A new password and the same again. */
export function PasswordPair(props: PasswordPairProps) {
  const { label, password, confirmation } = props;
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
        autoComplete="new-password"
      />
      <PasswordField
        {...eye}
        {...confirmation}
        className="mt-4"
        size={52}
        label={t('confirmation')}
        autoComplete="new-password"
      />
    </>
  );
}
