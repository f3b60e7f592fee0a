import type { Form, FormOptions, Problems } from '@fairlead/calls';
import { Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { FactorField } from '../../../app/parts/FactorField.tsx';
import { OwnCodeField } from '../../../app/parts/OwnCodeField.tsx';
import { SignNote } from '../../../app/parts/SignNote.tsx';
import { useSecurity } from '../../../data/account/second-factor.ts';
import { isTicket } from '../../../data/passkey/place.ts';
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

/** Of the second factor where no recovery code does. */
export const isDigitsOrTicket = (otp: string): boolean => SIX_DIGITS.test(otp) || isTicket(otp);

type Say = (key: 'sixDigits' | 'otpRequired') => string;
type SayCode = (key: 'invalid.codeRequired' | 'invalid.code') => string;

/** What of the three is missing or misshapen. */
export function checkSecrets(
  secrets: Secrets,
  { hasFactor, say, sayCode }: { hasFactor: boolean; say: Say; sayCode: SayCode },
): Problems<SecretField> {
  const code = secrets.code === '' ? sayCode('invalid.codeRequired') : sayCode('invalid.code');
  return {
    ...(!SIX_DIGITS.test(secrets.fund_password) && { fund_password: say('sixDigits') }),
    ...(!SIX_DIGITS.test(secrets.code) && { code }),
    ...(hasFactor && !isDigitsOrTicket(secrets.otp) && { otp: say('otpRequired') }),
  };
}

export interface SecurityFieldsProps {
  /** Of the form that they stand in. */
  field: Form<Secrets>['value'];
}

/** What proves that it is the owner: fund password, a code sent to them, and their second factor if they use one. */
export function SecurityFields({ field }: SecurityFieldsProps) {
  const { hasFundPassword, hasFactor, signs } = useSecurity();
  return (
    <div className="grid gap-4">
      {hasFundPassword ? <FundPasswordField {...field('fund_password')} /> : <NoFundPassword />}
      <OwnCodeField scene="withdraw_address" {...field('code')} />
      {signs && <SignNote />}
      {hasFactor && <FactorField {...field('otp')} />}
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
