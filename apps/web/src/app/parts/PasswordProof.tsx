import { Note, PasswordField } from '@fairlead/ui';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import type { useLock } from '../../data/account/use-lock.ts';
import { FactorField } from './FactorField.tsx';

export interface PasswordProofProps {
  /** Of the form, by their names. */
  password: Pick<ComponentProps<typeof PasswordField>, 'value' | 'error' | 'onChange'>;
  otp: Pick<ComponentProps<typeof FactorField>, 'value' | 'error' | 'onValueChange'>;
  hasFactor: boolean;
  lock: ReturnType<typeof useLock>;
  isRunning: boolean;
}

/** The login password and the second factor, by which an owner says that they want it. */
export function PasswordProof({ password, otp, hasFactor, lock, isRunning }: PasswordProofProps) {
  const security = useTranslations('security');
  const login = useTranslations('login');
  return (
    <>
      <PasswordField
        label={security('loginPassword')}
        showLabel={login('showPassword')}
        hideLabel={login('hidePassword')}
        {...password}
        disabled={isRunning}
      />
      {hasFactor && <FactorField takesRecovery {...otp} disabled={isRunning} />}
      {lock.isLocked && (
        <Note kind="warn">
          <span role="status">{lock.text}</span>
        </Note>
      )}
    </>
  );
}
