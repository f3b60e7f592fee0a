import type { User } from '@fairlead/contract';
import { Badge, buttonLook, Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { href } from '../../app/navigation.ts';

/** Who is logged in; leads to the account. */
export function Profile({ user }: { user: User }) {
  const t = useTranslations('settings');
  return (
    <a className="fl-row min-h-17" href={href('pages/settings/account/index')}>
      <Avatar name={user.nickname} />
      <span className="fl-row-main">
        <span className="fl-row-title truncate">{user.nickname}</span>
        <span className="fl-row-caption flex">
          {user.account !== user.nickname && <span className="truncate">{user.account}</span>}
          <span className="whitespace-nowrap">
            {user.account !== user.nickname && ', '}
            {t('idShort', { id: String(user.id) })}
          </span>
        </span>
      </span>
      {user.basic_verification === 'verified' && (
        <Badge kind="good" icon="check">
          {t('verified')}
        </Badge>
      )}
      <Icon name="chevronRight" className="fl-chevron" />
    </a>
  );
}

/** The first letter in a round of 48. */
export function Avatar({ name }: { name: string }) {
  const [letter = '?'] = name.trim();
  return (
    <span
      className="grid size-12 flex-none place-items-center rounded-full bg-brand-tint text-20 font-strong text-brand"
      aria-hidden="true"
    >
      {letter.toUpperCase()}
    </span>
  );
}

/** In its place for a guest. */
export function GuestProfile() {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  return (
    <section className="gutter pt-2 pb-1">
      <p className="text-secondary">{t('guest')}</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <a
          {...buttonLook({ variant: 'main', size: 44 })}
          href={`#${loginTarget('/pages/settings/index')}`}
        >
          {common('logIn')}
        </a>
        <a {...buttonLook({ size: 44 })} href={href('pages/user/login/choose')}>
          {common('createAccount')}
        </a>
      </div>
    </section>
  );
}
