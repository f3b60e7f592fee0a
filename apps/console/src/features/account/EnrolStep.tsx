import { Address, Button, OtpField } from '@fairlead/ui';
import { useState } from 'react';
import { encode } from 'uqr';
import { callApi } from '../../data/api.ts';
import { errorText } from '../../data/query.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { loginTexts as t } from './login-texts.ts';
import type { Credentials } from './PasswordStep.tsx';

const OTP_LENGTH = 6;

export interface Enrolled {
  readonly token: string;
  readonly codes: readonly string[];
}

export interface EnrolStepProps {
  credentials: Credentials;
  secret: string;
  /** `otpauth://…`, as authenticators read it. */
  uri: string;
  /** What the two buttons do, where it is not a login. */
  confirmLabel?: string;
  backLabel?: string;
  onBack: () => void;
  onEnrolled: (enrolled: Enrolled) => void;
}

/** Scan, type the first code, and the factor is on. */
export function EnrolStep(props: EnrolStepProps) {
  const { credentials, secret, uri, onBack, onEnrolled } = props;
  const [otp, setOtp] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (code: string) => {
    if (isBusy || code.length < OTP_LENGTH) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const done = await callApi('operatorConfirmEnrol', { ...credentials, otp: code });
      onEnrolled({ token: done.token, codes: done.recovery_codes });
    } catch (error) {
      setFailure(errorText(error));
      setOtp('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(otp);
      }}
    >
      <p className="text-muted">{t.enrolLead}</p>
      <QrCode text={uri} label={t.qr} />
      <div>
        <div className="flex items-center justify-between">
          <span className="text-muted">{t.secret}</span>
          <CopyButton text={secret} />
        </div>
        <Address value={secret} />
      </div>
      <OtpField
        label={t.otp}
        digitLabel={t.digit}
        value={otp}
        onValueChange={setOtp}
        onComplete={(code) => void submit(code)}
        disabled={isBusy}
        error={failure}
      />
      <Button type="submit" variant="main" block busy={isBusy} disabled={otp.length < OTP_LENGTH}>
        {props.confirmLabel ?? t.confirm}
      </Button>
      <Button variant="text" size={36} className="con-inline justify-self-start" onClick={onBack}>
        {props.backLabel ?? t.otherName}
      </Button>
    </form>
  );
}

const QUIET_ZONE = 2;

/** Dark on white in both themes, or cameras do not read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto size-48 rounded-12 bg-qr-paper fill-qr-ink"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
