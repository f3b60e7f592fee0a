import { type Form, type FormOptions, type Problems, useApi } from '@fairlead/calls';
import { Note, OtpField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { OwnCodeField } from '../../../app/parts/OwnCodeField.tsx';
import { useUser } from '../../../data/account/session.ts';
import { FundPasswordField } from './FundPasswordField.tsx';

export interface Secrets {
  readonly fund_password: string;
  readonly code: string;
  readonly otp: string;
}
type SecretField = keyof Secrets;
export const NO_SECRETS: Secrets = { fund_password: '', code: '', otp: '' };

/** Which of them a refusal that names no field is about. */
export const ABOUT_SECRETS = {
  fund_password_wrong: 'fund_password',
  fund_password_locked: 'fund_password',
  fund_password_not_set: 'fund_password',
  code_wrong: 'code',
  code_expired: 'code',
  mfa_required: 'otp',
} as const satisfies FormOptions<Secrets, never>['about'];

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
  /** Of the form that they stand in. */
  field: Form<Secrets>['value'];
}

/** What proves that it is the owner: fund password, a code sent to them, and their authenticator if they use one. */
export function SecurityFields({ field }: SecurityFieldsProps) {
  const t = useTranslations('custody');
  const login = useTranslations('login');
  const { hasFundPassword, hasOtp } = useSecurity();
  return (
    <div className="grid gap-4">
      {hasFundPassword ? <FundPasswordField {...field('fund_password')} /> : <NoFundPassword />}
      <OwnCodeField scene="withdraw_address" {...field('code')} />
      {hasOtp && (
        <OtpField
          label={login('otp')}
          digitLabel={(index, length) =>
            t('digit', { index: String(index), length: String(length) })
          }
          {...field('otp')}
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
