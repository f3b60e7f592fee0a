import { useAction, useForm } from '@fairlead/calls';
import { Button, PasswordField, toast } from '@fairlead/ui';
import { loginTexts } from './login-texts.ts';
import { accountTexts as t } from './texts.ts';

const PASSWORD_LENGTH_MIN = 12;

const EMPTY = { old_password: '', password: '', password_confirmation: '' };

/** `name` is for password managers, which keep a password by its name. */
export function PasswordForm({ name }: { name: string }) {
  const form = useForm(EMPTY, {
    check: (draft) => ({
      ...(draft.old_password === '' && { old_password: t.missing }),
      ...(draft.password.length < PASSWORD_LENGTH_MIN && { password: t.tooShort }),
      ...(draft.password_confirmation !== draft.password && { password_confirmation: t.different }),
    }),
    about: { password_wrong: 'old_password', password_too_common: 'password' },
  });
  const action = useAction('operatorPassword', {
    onSuccess: () => {
      form.reset();
      toast({ text: t.changed });
    },
    onError: form.refuse,
  });
  const eye = { showLabel: loginTexts.showPassword, hideLabel: loginTexts.hidePassword };
  return (
    <form className="con-section" {...form.props(action.run)}>
      <h2>{t.passwordTitle}</h2>
      <p className="text-muted">{t.passwordLead}</p>
      <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
      <PasswordField {...eye} label={t.oldPassword} {...form.text('old_password')} />
      <PasswordField
        {...eye}
        label={t.newPassword}
        hint={t.newHint}
        autoComplete="new-password"
        {...form.text('password')}
      />
      <PasswordField
        {...eye}
        label={t.repeat}
        autoComplete="new-password"
        {...form.text('password_confirmation')}
      />
      <Button type="submit" variant="main" size={44} busy={action.isRunning}>
        {t.change}
      </Button>
    </form>
  );
}
