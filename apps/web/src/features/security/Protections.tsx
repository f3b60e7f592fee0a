import { formatDate, Icon, type IconName, List, ListRow, Note } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { hasSecondFactor } from '../../data/account/second-factor.ts';
import type { Security } from './SecurityGate.tsx';

interface Protection {
  readonly id:
    | 'fund'
    | 'login'
    | 'passkeys'
    | 'otp'
    | 'devices'
    | 'apiKeys'
    | 'webhooks'
    | 'shares'
    | 'mailWord'
    | 'acts';
  readonly icon: IconName;
  readonly title: string;
  readonly value: string;
  /** Something that should be set and is not. */
  readonly isOpen?: boolean;
  readonly path: string;
}

const BASE = 'pages/settings/security';

/** What is asked of whoever comes in or takes money out. */
function useProofs(security: Security): readonly Protection[] {
  const t = useTranslations('security');
  const titles = useTranslations('common.title');
  const settings = useTranslations('settings');
  const locale = useLocale();
  const {
    has_fund_password: hasFund,
    has_otp: hasOtp,
    passkeys,
    password_changed_at: changedAt,
  } = security;
  return [
    {
      id: 'fund',
      icon: 'lock',
      title: titles('fundPassword'),
      value: t(hasFund ? 'set' : 'notSet'),
      isOpen: !hasFund,
      path: `${BASE}/changePayPassword`,
    },
    {
      id: 'login',
      icon: 'key',
      title: t('loginPassword'),
      value:
        changedAt === undefined
          ? settings('change')
          : t('changed', { date: formatDate(changedAt, 'day', locale) }),
      path: `${BASE}/changePassword`,
    },
    {
      id: 'passkeys',
      icon: 'key',
      title: titles('passkeys'),
      value: passkeys === 0 ? t('off') : String(passkeys),
      isOpen: !hasSecondFactor(security),
      path: `${BASE}/passkeys`,
    },
    {
      id: 'otp',
      icon: 'shield',
      title: titles('otp'),
      value: t(hasOtp ? 'on' : 'off'),
      isOpen: !hasSecondFactor(security),
      path: `${BASE}/otp`,
    },
  ];
}

/** What else is in the owner's hand. */
function useOthers({ sessions, mail_word: word }: Security): readonly Protection[] {
  const t = useTranslations('security');
  const titles = useTranslations('common.title');
  return [
    {
      id: 'devices',
      icon: 'device',
      title: titles('devices'),
      value: String(sessions),
      path: `${BASE}/devices`,
    },
    {
      id: 'apiKeys',
      icon: 'flash',
      title: titles('apiKeys'),
      value: '',
      path: `${BASE}/apiKeys`,
    },
    {
      id: 'webhooks',
      icon: 'send',
      title: titles('webhooks'),
      value: '',
      path: `${BASE}/webhooks`,
    },
    {
      id: 'shares',
      icon: 'eye',
      title: titles('shares'),
      value: '',
      path: `${BASE}/shares`,
    },
    {
      id: 'mailWord',
      icon: 'mail',
      title: titles('mailWord'),
      value: t(word === undefined ? 'notSet' : 'set'),
      path: `${BASE}/mailWord`,
    },
    {
      id: 'acts',
      icon: 'clock',
      title: titles('securityActs'),
      value: '',
      path: `${BASE}/acts`,
    },
  ];
}

/** What protects the account, one line each, with how it stands. */
export function Protections({ security }: { security: Security }) {
  const t = useTranslations('security');
  const titles = useTranslations('common.title');
  const rows = [...useProofs(security), ...useOthers(security)];
  return (
    <>
      <CoolingOff usableAt={security.withdrawals_usable_at} />
      <List label={titles('security')}>
        {rows.map(({ id, icon, title, value, isOpen, path }) => (
          <ListRow
            key={id}
            leading={
              <span className="grid size-9 place-items-center rounded-full bg-field text-secondary">
                <Icon name={icon} />
              </span>
            }
            title={title}
            caption={t(`detail.${id}`)}
            value={
              <span className={isOpen === true ? 'text-14 text-warn' : 'text-14 text-muted'}>
                {value}
              </span>
            }
            chevron
            href={href(path)}
          />
        ))}
      </List>
    </>
  );
}

function CoolingOff({ usableAt }: { usableAt: number | undefined }) {
  const t = useTranslations('security');
  const locale = useLocale();
  if (usableAt === undefined) return null;
  return (
    <div className="gutter pb-2">
      <Note kind="warn">
        {t('coolingOff', { time: formatDate(usableAt, 'dayMinute', locale) })}
      </Note>
    </div>
  );
}
