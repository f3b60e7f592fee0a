import { buttonLook } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

/** A promise and two buttons of the same height. */
export function GuestHero() {
  const t = useTranslations('home');
  const common = useTranslations('common');
  return (
    <section className="gutter pt-2 pb-3">
      <h1 className="max-w-[16em] text-28 font-strong text-balance">{t('promise')}</h1>
      <p className="mt-2 text-secondary">{t('promiseDetail')}</p>
      <div className="mt-4 grid grid-cols-[3fr_2fr] gap-2">
        <a {...buttonLook({ variant: 'main' })} href={href('pages/user/login/choose')}>
          {common('createAccount')}
        </a>
        <a {...buttonLook({})} href={href('pages/user/login/login')}>
          {common('logIn')}
        </a>
      </div>
    </section>
  );
}
