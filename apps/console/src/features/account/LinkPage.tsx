import { Loaded, LoadingRows, pageBrand, useAction, useApi, useForm } from '@fairlead/calls';
import { Button, ErrorState, LogoMark, Note, PasswordField } from '@fairlead/ui';
import { useNavigate } from 'react-router';
import { shellTexts } from '../../app/texts.ts';
import { endSession } from '../../data/session.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { loginTexts as t } from './login-texts.ts';

const LENGTH_MIN = 12;
const EMPTY = { password: '', password_confirmation: '' };

/** Where a new operator sets their own password, by a link that is good once; then they log in as anybody. */
export function LinkPage({ token }: { token: string }) {
  const link = useApi('operatorLink', { token });
  return (
    <main className="con-login">
      <div className="con-login-head">
        <span className="fl-logo">
          <LogoMark size={32} />
          <span>
            {pageBrand().name} <span className="con-product">{shellTexts.console}</span>
          </span>
        </span>
      </div>
      <div className="con-login-card">
        <h1 className="text-20 font-strong">{t.linkTitle}</h1>
        {link.data === undefined && link.error?.code === 'ticket_invalid' ? (
          <ErrorState>{t.linkOver}</ErrorState>
        ) : (
          <Loaded query={link} loading={<LoadingRows count={3} mark={false} />}>
            {({ name, role }) => <PasswordForm token={token} name={name} role={role} />}
          </Loaded>
        )}
      </div>
    </main>
  );
}

interface PasswordFormProps {
  token: string;
  name: string;
  role: keyof typeof sharedTexts.roles;
}

function PasswordForm({ token, name, role }: PasswordFormProps) {
  const navigate = useNavigate();
  const form = useForm(EMPTY, {
    check: (draft) => ({
      ...(draft.password.length < LENGTH_MIN && { password: t.tooShort }),
      ...(draft.password_confirmation !== draft.password && { password_confirmation: t.differ }),
    }),
    about: { password_too_common: 'password' },
  });
  const { run, isRunning } = useAction('useOperatorLink', {
    onSuccess: () => {
      // Whoever was logged in here is somebody else.
      endSession('password_set');
      void navigate('/', { replace: true });
    },
    onError: (error) =>
      error.code === 'ticket_invalid'
        ? form.show({ password_confirmation: t.linkOver })
        : form.refuse(error),
  });
  return (
    <form className="con-form" {...form.props((draft) => run({ token, ...draft }))}>
      <p className="text-muted">{t.linkLead(name, sharedTexts.roles[role])}</p>
      <input type="hidden" autoComplete="username" value={name} readOnly />
      <PasswordField
        label={t.newPassword}
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
        autoComplete="new-password"
        {...form.text('password')}
      />
      <PasswordField
        label={t.again}
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
        autoComplete="new-password"
        {...form.text('password_confirmation')}
      />
      <Note>{t.linkNote}</Note>
      <Button type="submit" variant="main" size={44} block busy={isRunning}>
        {t.setPassword}
      </Button>
    </form>
  );
}
