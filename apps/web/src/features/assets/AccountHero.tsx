import type { Wallet } from '@fairlead/contract';
import { buttonLook, formatDate, Money, Skeleton } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { useSetting } from '../../data/settings.ts';
import { EyeButton } from './EyeButton.tsx';
import type { Account } from './model.ts';

export interface AccountHeroProps {
  account: Account;
  wallet: Wallet | undefined;
  isOld: boolean;
}

/** One account's worth, what it is for, and moving money in and out of it. */
export function AccountHero({ account, wallet, isOld }: AccountHeroProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const total = wallet?.accounts.find((one) => one.account === account)?.total;
  return (
    <section className="gutter pt-1 pb-4" aria-label={t(`accountTitle.${account}`)}>
      <p className="flex h-5 items-center text-secondary">
        {t('totalOf')}
        <EyeButton />
        {wallet !== undefined && isOld && (
          <span className="ml-auto text-12 text-stale">
            {t('asOf', { time: formatDate(wallet.time, 'time', locale) })}
          </span>
        )}
      </p>
      <p className="h-12 pt-1">
        {wallet === undefined ? (
          <Skeleton width={220} height={32} className="mt-1.5" />
        ) : (
          <Money
            value={total}
            decimals={2}
            unit={wallet.convert_currency}
            masked={isHidden}
            maskedLabel={common('hidden')}
          />
        )}
      </p>
      <p className="text-muted">{t(`accountUse.${account}`)}</p>
      <div className="mt-4 flex gap-2 *:flex-1">
        <a
          {...buttonLook({ variant: 'main', size: 44 })}
          href={href('pages/assets/transfer/index', { to: account })}
        >
          {t('transferIn')}
        </a>
        <a
          {...buttonLook({ size: 44 })}
          href={href('pages/assets/transfer/index', { from: account })}
        >
          {t('transferOut')}
        </a>
      </div>
    </section>
  );
}
