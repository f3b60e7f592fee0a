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
      <AccountActions account={account} />
    </section>
  );
}

/** The coin account is where money comes in and goes out; the others are filled from it. */
function AccountActions({ account }: { account: Account }) {
  const t = useTranslations('assets');
  const title = useTranslations('common.title');
  const out = href('pages/assets/transfer/index', { from: account });
  if (account === 'coin')
    return (
      <div className="mt-4 flex gap-2 *:flex-auto *:px-2">
        <a {...buttonLook({ variant: 'main', size: 44 })} href={href('pages/assets/deposit/index')}>
          {title('deposit')}
        </a>
        <a {...buttonLook({ size: 44 })} href={href('pages/assets/withdraw/index')}>
          {title('withdraw')}
        </a>
        <a {...buttonLook({ size: 44 })} href={out}>
          {t('transfer')}
        </a>
      </div>
    );
  return (
    <div className="mt-4 flex gap-2 *:flex-1">
      <a
        {...buttonLook({ variant: 'main', size: 44 })}
        href={href('pages/assets/transfer/index', { to: account })}
      >
        {t('transferIn')}
      </a>
      <a {...buttonLook({ size: 44 })} href={out}>
        {t('transferOut')}
      </a>
    </div>
  );
}
