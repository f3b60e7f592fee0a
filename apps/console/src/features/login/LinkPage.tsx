import { Button, ErrorState, LogoMark, Note, PasswordField, SkeletonRows } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../data/error-text.ts';
import { endSession } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';
import { useApi } from '../../data/use-api.ts';
import { loginTexts as t } from '../../texts/login.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { shellTexts } from '../../texts/shell.ts';

const LENGTH_MIN = 12;

/** Where a new operator sets their own password, by a link that is good once; then they log in as anybody. */
export function LinkPage({ token }: { token: string }) {
  const link = useApi('operatorLink', { token });
  return (
    <main className="con-login">
      <div className="con-login-head">
        <span className="fl-logo">
          <LogoMark size={32} />
          <span>
            {shellTexts.product} <span className="con-product">{shellTexts.console}</span>
          </span>
        </span>
      </div>
      <div className="con-login-card">
        <h1 className="text-20 font-strong">{t.linkTitle}</h1>
        {link.data === undefined && link.error === null && (
          <SkeletonRows label={sharedTexts.loading} count={3} mark={false} />
        )}
        {link.data === undefined && link.error !== null && (
          <ErrorState onRetry={() => void link.refetch()} retryLabel={sharedTexts.retry}>
            {link.error.code === 'ticket_invalid' ? t.linkOver : errorText(link.error)}
          </ErrorState>
        )}
        {link.data !== undefined && (
          <PasswordForm token={token} name={link.data.name} role={link.data.role} />
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
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction('useOperatorLink', {
    onSuccess: () => {
      // Whoever was logged in here is somebody else.
      endSession('logged_out');
      void navigate('/', { replace: true });
    },
    onError: (error) => {
      setProblem(error.code === 'ticket_invalid' ? t.linkOver : error.message);
      return true;
    },
  });
  const submit = () => {
    const wrong =
      password.length < LENGTH_MIN ? t.tooShort : password === again ? undefined : t.differ;
    setProblem(wrong);
    if (wrong === undefined) void run({ token, password, password_confirmation: again });
  };
  return (
    <form
      className="con-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="text-muted">{t.linkLead(name, sharedTexts.roles[role])}</p>
      <input type="hidden" autoComplete="username" value={name} readOnly />
      <PasswordField
        label={t.newPassword}
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t.again}
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
        autoComplete="new-password"
        value={again}
        error={problem}
        onChange={(event) => setAgain(event.target.value)}
      />
      <Note>{t.linkNote}</Note>
      <Button type="submit" variant="main" size={44} block busy={isRunning}>
        {t.setPassword}
      </Button>
    </form>
  );
}
