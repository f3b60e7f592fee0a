import { Button, Field, formatClock, Note, OtpField, useCountdown } from '@fairlead/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PasskeyButton } from '../../app/parts/PasskeyButton.tsx';
import { isTicket, usePasskeyPlace } from '../../data/passkey/place.ts';

export interface LoginFactorProps {
  /** As a person reads it. */
  account: string;
  value: string;
  onValueChange: (otp: string) => void;
  error: string | undefined;
  /** Sends the form with this code. */
  onComplete: (otp: string) => void;
  isBusy: boolean;
  /** Too many wrong codes: until when none is taken; undefined inside when the server did not say. */
  lock: { readonly untilMs: number | undefined } | undefined;
  /** Back to account and password, which are still there. */
  onBack: () => void;
}

/** The second step in place of the first: six digits of the app, or a recovery code. */
export function LoginFactor(props: LoginFactorProps) {
  const { account, value, onValueChange, error, onComplete, isBusy, lock, onBack } = props;
  const t = useTranslations('login');
  const isPlace = usePasskeyPlace();
  const [isRecovery, setRecovery] = useState(false);
  const seconds = useCountdown(lock?.untilMs);
  const section = useRef<HTMLElement>(null);
  // A ticket of a passkey is nothing to read.
  const shown = isTicket(value) ? '' : value;
  const isRefused = error !== undefined && !isBusy;
  // The boxes were closed while the code was on its way, which took the focus from them.
  useEffect(() => {
    if (isRefused) section.current?.querySelector('input')?.focus();
  }, [isRefused]);
  const isLocked = lock !== undefined && (lock.untilMs === undefined || seconds > 0);
  return (
    <section ref={section} aria-labelledby="factor-title">
      <h2 id="factor-title" className="text-20 font-strong">
        {t('factorTitle')}
      </h2>
      <p className="mt-1 mb-5 text-secondary wrap-anywhere">{t('factorLead', { account })}</p>
      {isRecovery ? (
        <Field
          size={52}
          label={t('recoveryCode')}
          hint={t('recoveryHint')}
          value={shown}
          error={error}
          disabled={isBusy}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
          onChange={(event) => onValueChange(event.target.value)}
        />
      ) : (
        <OtpField
          label={t('otp')}
          digitLabel={(index, length) =>
            t('digit', { index: String(index), length: String(length) })
          }
          value={shown}
          error={error}
          disabled={isBusy}
          autoFocus
          onValueChange={onValueChange}
          onComplete={onComplete}
        />
      )}
      {isLocked && (
        <Note kind="warn" className="mt-4">
          <span role="status">
            {seconds > 0 ? t('lockedFor', { time: formatClock(seconds) }) : t('locked')}
          </span>
        </Note>
      )}
      <Button className="mt-6" type="submit" variant="main" block busy={isBusy} disabled={isLocked}>
        {t('logIn')}
      </Button>
      {isPlace && (
        <div className="mt-3">
          <PasskeyButton onTicket={onComplete} disabled={isBusy || isLocked} />
        </div>
      )}
      <div className="mt-2 grid justify-items-center">
        <Button
          variant="text"
          size={44}
          onClick={() => {
            setRecovery(!isRecovery);
            onValueChange('');
          }}
        >
          {t(isRecovery ? 'useApp' : 'useRecovery')}
        </Button>
        <Button variant="text" size={44} onClick={onBack}>
          {t('otherAccount')}
        </Button>
      </div>
    </section>
  );
}
