import type { Wallet } from '@fairlead/contract';
import { formatDate, Money, Skeleton } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount, EyeButton } from '../../app/parts/Amount.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { useQuotations } from '../../data/markets/quotations.ts';
import { inBitcoin } from './model.ts';

export interface TotalHeroProps {
  wallet: Wallet | undefined;
  /** Prices are old: their time is said. */
  isOld: boolean;
  /** At the right of the label. */
  end?: ReactNode;
}

/** Everything in one number, and the same in bitcoin. */
export function TotalHero({ wallet, isOld, end }: TotalHeroProps) {
  const t = useTranslations('assets');
  return (
    <section className="gutter pt-1" aria-label={t('total')}>
      <p className="flex h-5 items-center text-secondary">
        {t('total')}
        <EyeButton />
        {end !== undefined && <span className="-my-2 ms-auto">{end}</span>}
      </p>
      {wallet === undefined ? <LoadingTotal /> : <Total wallet={wallet} isOld={isOld} />}
    </section>
  );
}

function LoadingTotal() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="h-[72px] pt-2.5">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton width={220} height={32} />
      <Skeleton width={140} height={14} className="mt-3" />
    </div>
  );
}

function Total({ wallet, isOld }: { wallet: Wallet; isOld: boolean }) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const { data: list = [] } = useQuotations();
  const bitcoin = inBitcoin(wallet, list);
  return (
    <div className="h-[72px]">
      <p className="pt-1">
        <Money
          value={wallet.total}
          decimals={2}
          unit={wallet.convert_currency}
          masked={isHidden}
          maskedLabel={common('hidden')}
        />
      </p>
      <p className="mt-1 flex justify-between gap-3 text-muted">
        <span>
          {bitcoin !== undefined && (
            <>
              ≈ <Amount value={bitcoin} unit="BTC" />
            </>
          )}
        </span>
        {isOld && (
          <span className="text-12 text-stale">
            {t('asOf', { time: formatDate(wallet.time, 'time', locale) })}
          </span>
        )}
      </p>
    </div>
  );
}
