import { Button, Checkbox, Field, Note, PasswordField, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { useUser } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';
import { useApi } from '../../data/use-api.ts';
import { type ChangeValues, changeRequest, checkChange } from './model.ts';
import { PasswordPair } from './PasswordPair.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** The login password, by whoever knows the present one. */
export function ChangePasswordForm() {
  const t = useTranslations('login');
  const goBack = useGoBack();
  const user = useUser();
  const [needsOtp, setNeedsOtp] = useState(user?.has_otp === true);
  const [keepsKeys, setKeepsKeys] = useState(false);
  const hasKeys = (useApi('apiKeys', {}).data?.length ?? 0) > 0;
  const form = useAuthForm<ChangeValues>({
    initial: { old_password: '', password: '', password_confirmation: '', otp: '' },
    check: (values) => checkChange(values, { needsOtp }),
  });
  const change = useAction('changePassword', {
    invalidates: ['sessions', 'security', 'withdrawalInfo', 'apiKeys'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('change.done') });
      goBack();
    },
    onError: (error) => {
      if (error.code === 'mfa_required' && !needsOtp) {
        setNeedsOtp(true);
        return true;
      }
      if (error.code !== 'code_wrong') return form.showError(error);
      form.showAt('otp', error.message);
      return true;
    },
  });
  const submit = form.handleSubmit((values) => change.run(changeRequest(values, { keepsKeys })));
  return (
    <form noValidate className="gutter pt-2" onSubmit={(event) => void submit(event)}>
      <PasswordField
        {...form.register('old_password')}
        size={52}
        label={t('change.old')}
        error={form.errorOf('old_password')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="current-password"
      />
      <PasswordPair
        label={t('newPassword')}
        password={form.register('password')}
        passwordError={form.errorOf('password')}
        confirmation={form.register('password_confirmation')}
        confirmationError={form.errorOf('password_confirmation')}
      />
      {needsOtp && (
        <Field
          {...form.register('otp')}
          className="mt-4"
          size={52}
          label={t('factor')}
          error={form.errorOf('otp')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      )}
      {hasKeys && (
        <Checkbox className="mt-4" checked={keepsKeys} onCheckedChange={setKeepsKeys}>
          {t('change.keepKeys')}
        </Checkbox>
      )}
      <Note kind="warn" className="mt-4">
        {t('change.note')}
        {hasKeys && !keepsKeys && ` ${t('change.keysEnd')}`}
      </Note>
      <Button className="mt-6" type="submit" variant="main" block busy={change.isRunning}>
        {t('change.save')}
      </Button>
    </form>
  );
}
