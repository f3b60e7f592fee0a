import { Field, Icon, Note, OtpField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useUser } from '../../data/account/session.ts';
import { isTicket, usePasskeyPlace } from '../../data/passkey/place.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

export interface FactorFieldProps {
  /** Digits, a recovery code, or a ticket of a passkey. */
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string;
  /** Whether a recovery code does too. */
  takesRecovery?: boolean;
}

/** The second factor of a form: the code of an app, a recovery code where one does, or a passkey, as the user has them. */
export function FactorField(props: FactorFieldProps) {
  const { value, error, onValueChange, disabled = false, className = '' } = props;
  const t = useTranslations('login');
  const user = useUser();
  const isPlace = usePasskeyPlace();
  if (isTicket(value) && error === undefined)
    return (
      <p className={`flex items-center gap-2 text-good ${className}`} role="status">
        <Icon name="check" />
        {t('passkeyConfirmed')}
      </p>
    );
  // Whoever is not logged in may have either; whoever turned one on elsewhere, an app.
  const hasPasskey = user?.has_passkey !== false;
  const hasApp = user?.has_otp !== false || !hasPasskey;
  return (
    <div className={`grid gap-3 ${className}`}>
      <Code {...props} hasApp={hasApp} value={isTicket(value) ? '' : value} />
      {hasPasskey && isPlace && <PasskeyButton onTicket={onValueChange} disabled={disabled} />}
      {hasPasskey && !hasApp && !isPlace && <Note kind="warn">{t('passkeyElsewhere')}</Note>}
    </div>
  );
}

function Code(props: FactorFieldProps & { hasApp: boolean }) {
  const { value, onValueChange, error, disabled, autoFocus, takesRecovery = false, hasApp } = props;
  const t = useTranslations('login');
  if (takesRecovery)
    return (
      <Field
        size={52}
        label={t(hasApp ? 'factor' : 'recoveryCode')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={value}
        error={error}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={(event) => onValueChange(event.target.value)}
      />
    );
  if (!hasApp)
    return error === undefined ? null : (
      <Note kind="bad">
        <span role="alert">{error}</span>
      </Note>
    );
  return (
    <OtpField
      label={t('otp')}
      digitLabel={(index, length) => t('digit', { index: String(index), length: String(length) })}
      value={value}
      error={error}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      onValueChange={onValueChange}
    />
  );
}
