import { ApiError } from '@fairlead/client';
import { Button, Field, OtpField } from '@fairlead/ui';
import { useState } from 'react';
import { callApi } from '../../data/api.ts';
import { errorText } from '../../data/query.ts';
import { loginTexts as t } from './login-texts.ts';
import type { Credentials } from './PasswordStep.tsx';

const OTP_LENGTH = 6;

export interface OtpStepProps {
  credentials: Credentials;
  onToken: (token: string) => void;
  onBack: () => void;
}

/** The code of the authenticator, or one of the kept recovery codes. */
export function OtpStep({ credentials, onToken, onBack }: OtpStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [otp, setOtp] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const submit = async (code: string) => {
    if (isBusy || code === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { token } = await callApi('operatorLogin', { ...credentials, otp: code });
      onToken(token);
    } catch (error) {
      // The password was right a moment ago: it is the code that was refused.
      const isRefused = error instanceof ApiError && error.code === 'login_failed';
      const refusal = isRecovery ? t.recoveryWrong : t.otpWrong;
      setFailure(isRefused ? refusal : errorText(error));
      setOtp('');
      setAttempts((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const toggle = () => {
    setRecovery(!isRecovery);
    setOtp('');
    setFailure(undefined);
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(otp.trim());
      }}
    >
      <p className="text-muted">{isRecovery ? t.recoveryLead : t.otpLead}</p>
      {isRecovery ? (
        <Field
          key={attempts}
          label={t.recovery}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={otp}
          error={failure}
          onChange={(event) => setOtp(event.target.value)}
        />
      ) : (
        <OtpField
          // Made anew after a refusal: empty, and with the focus in it.
          key={attempts}
          label={t.otp}
          digitLabel={t.digit}
          value={otp}
          onValueChange={setOtp}
          onComplete={(code) => void submit(code)}
          disabled={isBusy}
          autoFocus
          error={failure}
        />
      )}
      <Button
        type="submit"
        variant="main"
        block
        busy={isBusy}
        disabled={isRecovery ? otp.trim() === '' : otp.length < OTP_LENGTH}
      >
        {t.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="text" size={36} className="con-inline" onClick={toggle}>
          {isRecovery ? t.useOtp : t.useRecovery}
        </Button>
        <Button variant="text" size={36} className="con-inline" onClick={onBack}>
          {t.otherName}
        </Button>
      </div>
    </form>
  );
}
