import { Note, OtpField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { OwnCodeField } from '../../../app/OwnCodeField.tsx';
import { useUser } from '../../../data/session.ts';
import { useApi } from '../../../data/use-api.ts';
import { FundPasswordField } from './FundPasswordField.tsx';
import type { Problems } from './use-refusals.ts';

export interface Secrets {
  readonly fund_password: string;
  readonly code: string;
  readonly otp: string;
}
export type SecretField = keyof Secrets;
export const SECRET_FIELDS = ['fund_password', 'code', 'otp'] as const;
export const NO_SECRETS: Secrets = { fund_password: '', code: '', otp: '' };

const SIX_DIGITS = /^\d{6}$/;

type Say = (key: 'sixDigits' | 'otpRequired') => string;
type SayCode = (key: 'invalid.codeRequired' | 'invalid.code') => string;

/** What of the three is missing or misshapen. */
export function checkSecrets(
  secrets: Secrets,
  { hasOtp, say, sayCode }: { hasOtp: boolean; say: Say; sayCode: SayCode },
): Problems<SecretField> {
  const code = secrets.code === '' ? sayCode('invalid.codeRequired') : sayCode('invalid.code');
  return {
    ...(!SIX_DIGITS.test(secrets.fund_password) && { fund_password: say('sixDigits') }),
    ...(!SIX_DIGITS.test(secrets.code) && { code }),
    ...(hasOtp && !SIX_DIGITS.test(secrets.otp) && { otp: say('otpRequired') }),
  };
}

/** Whether a fund password and a second factor are set; what the server says last counts. */
export function useSecurity(): { readonly hasFundPassword: boolean; readonly hasOtp: boolean } {
  const user = useUser();
  const { data } = useApi('security', {});
  return {
    hasFundPassword: data?.has_fund_password ?? user?.has_fund_password ?? false,
    hasOtp: data?.has_otp ?? user?.has_otp ?? false,
  };
}

export interface SecurityFieldsProps {
  secrets: Secrets;
  problems: Problems<SecretField>;
  onChange: (field: SecretField, value: string) => void;
}

/** What proves that it is the owner: fund password, a code sent to them, and their authenticator if they use one. */
export function SecurityFields({ secrets, problems, onChange }: SecurityFieldsProps) {
  const t = useTranslations('custody');
  const login = useTranslations('login');
  const { hasFundPassword, hasOtp } = useSecurity();
  return (
    <div className="grid gap-4">
      {hasFundPassword ? (
        <FundPasswordField
          value={secrets.fund_password}
          error={problems.fund_password}
          onValueChange={(value) => onChange('fund_password', value)}
        />
      ) : (
        <NoFundPassword />
      )}
      <OwnCodeField
        scene="withdraw_address"
        value={secrets.code}
        error={problems.code}
        onValueChange={(value) => onChange('code', value)}
      />
      {hasOtp && (
        <OtpField
          label={login('otp')}
          digitLabel={(index, length) =>
            t('digit', { index: String(index), length: String(length) })
          }
          value={secrets.otp}
          error={problems.otp}
          onValueChange={(value) => onChange('otp', value)}
        />
      )}
    </div>
  );
}

/** Nothing can be saved without one. */
function NoFundPassword() {
  const t = useTranslations('custody');
  const withdraw = useTranslations('withdraw.needs');
  return (
    <Note kind="warn">
      {withdraw('fund_passwordDetail')}{' '}
      <a
        className="hit font-medium text-brand"
        href={href('pages/settings/security/changePayPassword')}
      >
        {t('fundPasswordSet')}
      </a>
    </Note>
  );
}
