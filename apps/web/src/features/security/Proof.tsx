import { useForm } from '@fairlead/calls';
import { Note, PasswordField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { FactorField } from '../../app/parts/FactorField.tsx';
import { hasSecondFactor } from '../../data/account/second-factor.ts';
import { useUser } from '../../data/account/session.ts';
import { useLock } from '../../data/account/use-lock.ts';
import { isTicket } from '../../data/passkey/place.ts';
import { isFactor } from './model.ts';

/** A name or a word, and what proves that it is the owner who says so. */
export interface ProofValues {
  readonly name: string;
  readonly password: string;
  readonly otp: string;
}

/** What proves that it is the owner: another passkey, or the password and the second factor. */
export const proofOf = ({ password, otp }: ProofValues) =>
  isTicket(otp) ? { otp } : { password, ...(otp !== '' && { otp: otp.trim() }) };

/** Where no name is given, none is asked for; `checkName` says what is wrong with one. */
export function useProofForm(
  name?: string,
  checkName: (name: string) => string | undefined = () => undefined,
) {
  const t = useTranslations('security');
  const user = useUser();
  const nameProblem = (text: string) => {
    const problem = name === undefined ? undefined : checkName(text);
    return problem !== undefined && { name: problem };
  };
  const hasFactor = hasSecondFactor(user);
  const form = useForm<ProofValues>(
    { name: name ?? '', password: '', otp: '' },
    {
      check: (values) => ({
        ...nameProblem(values.name.trim()),
        ...(values.password === '' && !isTicket(values.otp) && { password: t('invalid.login') }),
        ...(hasFactor && !isFactor(values.otp) && { otp: t('invalid.factor') }),
      }),
      about: { password_wrong: 'password', code_wrong: 'otp', mfa_required: 'otp' },
    },
  );
  return { form, hasFactor, lock: useLock() };
}

type ProofForm = ReturnType<typeof useProofForm>;

export function ProofFields({
  state: { form, hasFactor, lock },
  isBusy,
}: {
  state: ProofForm;
  isBusy: boolean;
}) {
  const t = useTranslations('security');
  const login = useTranslations('login');
  return (
    <>
      {hasFactor && <FactorField takesRecovery {...form.value('otp')} disabled={isBusy} />}
      {!isTicket(form.draft.otp) && (
        <PasswordField
          size={52}
          label={t('loginPassword')}
          showLabel={login('showPassword')}
          hideLabel={login('hidePassword')}
          {...form.text('password')}
          disabled={isBusy}
        />
      )}
      {lock.isLocked && (
        <Note kind="warn">
          <span role="status">{lock.text}</span>
        </Note>
      )}
    </>
  );
}
