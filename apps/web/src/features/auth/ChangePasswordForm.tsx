import { useAction, useApi } from '@fairlead/calls';
import { Button, Checkbox, Note, PasswordField, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { FactorField } from '../../app/parts/FactorField.tsx';
import { hasSecondFactor } from '../../data/account/second-factor.ts';
import { useUser } from '../../data/account/session.ts';
import { type ChangeValues, changeRequest, checkChange } from './model.ts';
import { PasswordPair } from './PasswordPair.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** The login password, by whoever knows the present one. */
export function ChangePasswordForm() {
  const t = useTranslations('login');
  const goBack = useGoBack('/pages/settings/security/index');
  const user = useUser();
  const [needsOtp, setNeedsOtp] = useState(hasSecondFactor(user));
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
      return error.code === 'code_wrong' ? form.show({ otp: error.message }) : form.refuse(error);
    },
  });
  return (
    <form
      {...form.props((values) => change.run(changeRequest(values, { keepsKeys })))}
      className="gutter pt-2"
    >
      <PasswordField
        {...form.text('old_password')}
        size={52}
        label={t('change.old')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="current-password"
      />
      <PasswordPair
        label={t('newPassword')}
        password={form.text('password')}
        confirmation={form.text('password_confirmation')}
      />
      {needsOtp && <FactorField takesRecovery className="mt-4" {...form.value('otp')} />}
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
