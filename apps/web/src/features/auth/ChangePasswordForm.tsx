import { Button, Note, PasswordField, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { useAction } from '../../data/use-action.ts';
import { type ChangeValues, checkChange } from './model.ts';
import { PasswordPair } from './PasswordPair.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** The login password, by whoever knows the present one. */
export function ChangePasswordForm() {
  const t = useTranslations('login');
  const goBack = useGoBack();
  const form = useAuthForm<ChangeValues>({
    initial: { old_password: '', password: '', password_confirmation: '' },
    check: checkChange,
  });
  const change = useAction('changePassword', {
    invalidates: ['sessions'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('change.done') });
      goBack();
    },
    onError: form.showError,
  });
  const submit = form.handleSubmit((values) => change.run(values));
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
      <Note kind="warn" className="mt-4">
        {t('change.note')}
      </Note>
      <Button className="mt-6" type="submit" variant="main" block busy={change.isRunning}>
        {t('change.save')}
      </Button>
    </form>
  );
}
