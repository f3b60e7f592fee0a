import { pageBrand } from '@fairlead/calls';
import { LogoMark, Tag } from '@fairlead/ui';
import { useState } from 'react';
import { shellTexts } from '../../app/texts.ts';
import { startSession } from '../../data/session.ts';
import { useConfig } from '../../data/use-config.ts';
import { type Enrolled, EnrolStep } from './EnrolStep.tsx';
import { loginTexts as t } from './login-texts.ts';
import { MakePasskeyStep } from './MakePasskeyStep.tsx';
import { OtpStep } from './OtpStep.tsx';
import { PasskeyStep } from './PasskeyStep.tsx';
import { type Credentials, PasswordStep } from './PasswordStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'otp'; readonly credentials: Credentials }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'make'; readonly credentials: Credentials }
  | {
      readonly kind: 'enrol';
      readonly credentials: Credentials;
      readonly secret: string;
      readonly uri: string;
    }
  | { readonly kind: 'codes'; readonly enrolled: Enrolled };

const TITLES = {
  password: t.title,
  otp: t.otpTitle,
  passkey: t.passkeyTitle,
  make: t.makeTitle,
  enrol: t.enrolTitle,
  codes: t.codesTitle,
} as const;

/** A passkey, or name and password and then the second factor; who has none yet sets it up here. */
export function LoginPage() {
  const { data: config } = useConfig();
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const restart = () => setStep({ kind: 'password' });
  return (
    <main className="con-login">
      <div className="con-login-head">
        <span className="fl-logo">
          <LogoMark size={32} />
          <span>
            {pageBrand().name} <span className="con-product">{shellTexts.console}</span>
          </span>
        </span>
        {config?.demo && <Tag kind="warn">{shellTexts.demo}</Tag>}
      </div>
      <div className="con-login-card">
        <h1 className="text-20 font-strong">{TITLES[step.kind]}</h1>
        {step.kind === 'password' && (
          <PasswordStep
            onToken={startSession}
            onOtp={(credentials) => setStep({ kind: 'otp', credentials })}
            onPasskey={() => setStep({ kind: 'passkey' })}
            onMake={(credentials) => setStep({ kind: 'make', credentials })}
            onEnrol={(credentials, begun) => setStep({ kind: 'enrol', credentials, ...begun })}
          />
        )}
        {step.kind === 'otp' && (
          <OtpStep credentials={step.credentials} onToken={startSession} onBack={restart} />
        )}
        {step.kind === 'passkey' && <PasskeyStep onToken={startSession} onBack={restart} />}
        {step.kind === 'make' && (
          <MakePasskeyStep credentials={step.credentials} onToken={startSession} onBack={restart} />
        )}
        {step.kind === 'enrol' && (
          <EnrolStep
            {...step}
            onBack={restart}
            onEnrolled={(enrolled) => setStep({ kind: 'codes', enrolled })}
          />
        )}
        {step.kind === 'codes' && (
          <RecoveryCodes
            codes={step.enrolled.codes}
            onDone={() => startSession(step.enrolled.token)}
          />
        )}
      </div>
    </main>
  );
}
