import { useApi } from '@fairlead/calls';
import type { User } from '@fairlead/contract';
import { formatDate, SettingGroup, SettingRow } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { acting } from '../../data/account/acting.ts';

const VERIFICATION = {
  unverified: 'notVerified',
  under_review: 'underReview',
  verified: 'verified',
} as const;
const BASE = 'pages/settings/security';

/** What protects the account and how it stands; the user's own figures until the server's are there. */
export function SecurityGroup({ user }: { user: User }) {
  const t = useTranslations('settings');
  const state = useTranslations('security');
  const title = useTranslations('common.title');
  const locale = useLocale();
  const { data } = useApi('security', {});
  const changedAt = data?.password_changed_at;
  const hasFund = data?.has_fund_password ?? user.has_fund_password;
  const hasOtp = data?.has_otp ?? user.has_otp;
  return (
    <SettingGroup title={t('security')}>
      {acting === undefined && (
        <>
          <SettingRow
            icon="person"
            label={t('verification')}
            value={t(VERIFICATION[user.basic_verification])}
            href={href('pages/verification/index')}
          />
          <SettingRow
            icon="key"
            label={t('loginPassword')}
            value={
              changedAt === undefined
                ? t('change')
                : state('changed', { date: formatDate(changedAt, 'day', locale) })
            }
            href={href(`${BASE}/changePassword`)}
          />
          <SettingRow
            icon="lock"
            label={t('fundPassword')}
            value={state(hasFund ? 'set' : 'notSet')}
            href={href(`${BASE}/changePayPassword`)}
          />
          <SettingRow
            icon="shield"
            label={t('otp')}
            value={state(hasOtp ? 'on' : 'off')}
            href={href(`${BASE}/otp`)}
          />
          <SettingRow
            icon="key"
            label={title('passkeys')}
            value={data?.passkeys}
            href={href(`${BASE}/passkeys`)}
          />
          <SettingRow
            icon="device"
            label={t('sessions')}
            value={data?.sessions}
            href={href(`${BASE}/devices`)}
          />
        </>
      )}
      <SettingRow icon="flash" label={title('apiKeys')} href={href(`${BASE}/apiKeys`)} />
    </SettingGroup>
  );
}
