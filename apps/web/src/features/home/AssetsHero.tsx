import { Failed, useApi } from '@fairlead/calls';
import type { Quotation, Wallet } from '@fairlead/contract';
import { IconButton, Money, Skeleton, Spark, Term, TextLink } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { setSetting, useSetting } from '../../data/account/settings.ts';
import { valueLine } from './model.ts';

const REFETCH_MS = 15_000;

export interface AssetsHeroProps {
  markets: readonly Quotation[];
  /** Offers test funds where nothing is held yet. */
  isDemo: boolean;
  /** What the day brought. */
  day: ReactNode;
}

/** Everything the user owns in one number, and what the day brought. */
export function AssetsHero({ markets, isDemo, day }: AssetsHeroProps) {
  const t = useTranslations('home');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const wallet = useApi('wallet', {}, { pollMs: REFETCH_MS });
  if (wallet.data === undefined && wallet.error !== null) return <Failed query={wallet} />;
  return (
    <section className="gutter pt-2 pb-1" aria-label={t('total')}>
      <div className="flex h-5 items-center justify-between">
        <span className="flex items-center text-secondary">
          {t('total')}
          <IconButton
            icon={isHidden ? 'eyeOff' : 'eye'}
            iconSize={16}
            label={common(isHidden ? 'showBalances' : 'hideBalances')}
            className="-mx-1 -my-3"
            onClick={() => setSetting('hideBalances', !isHidden)}
          />
        </span>
      </div>
      {wallet.data === undefined ? (
        <LoadingTotal />
      ) : (
        <Total
          wallet={wallet.data}
          markets={markets}
          isHidden={isHidden}
          isDemo={isDemo}
          day={day}
        />
      )}
    </section>
  );
}

/** Of the same height as the total. */
function LoadingTotal() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="h-[72px] overflow-hidden">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton width={200} height={32} className="mt-2" />
      <Skeleton width={132} height={14} className="mt-3" />
    </div>
  );
}

interface TotalProps extends AssetsHeroProps {
  wallet: Wallet;
  isHidden: boolean;
}

function Total({ wallet, markets, isHidden, isDemo, day }: TotalProps) {
  const t = useTranslations('home');
  const common = useTranslations('common');
  const line = valueLine(wallet, markets);
  const isEmpty = !/[1-9]/.test(wallet.total);
  return (
    <div className="flex min-h-[72px] flex-wrap items-center justify-between gap-x-3">
      <div className="max-w-full shrink-0">
        <a href={href('pages/assets/index')} className="block rounded-8">
          <Money
            value={wallet.total}
            decimals={2}
            unit={wallet.convert_currency}
            masked={isHidden}
            maskedLabel={common('hidden')}
          />
        </a>
        {isEmpty && isDemo ? (
          <TextLink className="-my-2" href={href('pages/assets/index', { faucet: 1 })} chevron>
            {t('getTestFunds')}
          </TextLink>
        ) : (
          day
        )}
      </div>
      {line.length > 1 && !isHidden && (
        <span className="roomy grid min-w-0 shrink justify-items-end text-12 text-muted">
          <Spark values={line} width={104} height={44} tone="brand" area={false} ring />
          <Term title={t('byPrice')} sentence={t('byPriceDetail')} closeLabel={common('close')}>
            {`${t('day')} ${t('byPrice')}`}
          </Term>
        </span>
      )}
    </div>
  );
}
