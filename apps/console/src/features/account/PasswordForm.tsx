import { Button, PasswordField, toast } from '@fairlead/ui';
import { useForm } from 'react-hook-form';
import { useAction } from '../../data/use-action.ts';
import { accountTexts as t } from '../../texts/account.ts';
import { loginTexts } from '../../texts/login.ts';

const PASSWORD_LENGTH_MIN = 12;

interface Form {
  readonly old_password: string;
  readonly password: string;
  readonly password_confirmation: string;
}

const EMPTY: Form = { old_password: '', password: '', password_confirmation: '' };

/** `name` is for password managers, which keep a password by its name. */
export function PasswordForm({ name }: { name: string }) {
  const form = useForm<Form>({ defaultValues: EMPTY });
  const { errors } = form.formState;
  const action = useAction('operatorPassword', {
    onSuccess: () => {
      form.reset(EMPTY);
      toast({ text: t.changed });
    },
    onError: (error) => {
      if (error.code === 'password_wrong')
        form.setError('old_password', { message: error.message }, { shouldFocus: true });
      else if (error.code === 'password_too_common')
        form.setError('password', { message: error.message }, { shouldFocus: true });
      else return false;
      return true;
    },
  });
  const eye = { showLabel: loginTexts.showPassword, hideLabel: loginTexts.hidePassword };
  return (
    <form
      className="con-section"
      noValidate
      onSubmit={form.handleSubmit((given) => action.run(given))}
    >
      <h2>{t.passwordTitle}</h2>
      <p className="text-muted">{t.passwordLead}</p>
      <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
      <PasswordField
        {...eye}
        label={t.oldPassword}
        error={errors.old_password?.message}
        {...form.register('old_password', { required: t.missing })}
      />
      <PasswordField
        {...eye}
        label={t.newPassword}
        hint={t.newHint}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', {
          validate: (value) => value.length >= PASSWORD_LENGTH_MIN || t.tooShort,
        })}
      />
      <PasswordField
        {...eye}
        label={t.repeat}
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
        {...form.register('password_confirmation', {
          validate: (value, { password }) => value === password || t.different,
        })}
      />
      <Button type="submit" variant="main" size={44} busy={action.isRunning}>
        {t.change}
      </Button>
    </form>
  );
}
