import {
  directionOf,
  formatPercent,
  formatSigned,
  PairButton,
  Price,
  Skeleton,
  Triangle,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useSetting } from '../../data/account/settings.ts';
import { dayChange } from '../../data/live/live-index.ts';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import type { Contract } from '../../data/markets/use-contract.ts';
import { IndexTerm } from './IndexTerm.tsx';

export interface IndexHeadProps {
  contract: Contract;
  /** The price takes the day's colour; white where a line of its own says which way it goes. */
  isToned?: boolean;
  onChooseMarket: () => void;
}

/** Which market at the left, its index at the right: what every opening, trigger and delivery uses. */
export function IndexHead({ contract, isToned = false, onChooseMarket }: IndexHeadProps) {
  const t = useTranslations('contract');
  const flash = useSetting('flash');
  const { symbol, market, index, isStale } = contract;
  const [base = symbol, quote = ''] = symbol.split('/');
  const decimals = decimalsOf(market?.tick_size ?? '0.01');
  const day = dayChange(index.price, market?.open_24h);
  const way = directionOf(day?.fraction, 4);
  const tone = way === 'rise' || way === 'fall' ? way : undefined;
  return (
    <section
      aria-label={t('index')}
      className={`gutter flex flex-wrap items-start justify-between gap-x-3 pb-2 ${isStale ? 'fl-stale' : ''}`}
    >
      <div>
        <h1 className="fl-sr">{symbol}</h1>
        <PairButton base={base} quote={quote} label={t('markets')} onClick={onChooseMarket} />
        <div className="-mt-1.5 h-6">
          <IndexTerm index={index} isStale={isStale} atMs={index.timeMs} decimals={decimals} />
        </div>
      </div>
      {market === undefined ? (
        <div className="grid justify-items-end gap-2 pt-1.5">
          <Skeleton width={148} height={30} />
          <Skeleton width={120} height={12} />
        </div>
      ) : (
        <div className="pt-1 text-end">
          <p>
            <Price
              className="text-28 font-strong"
              value={index.price}
              decimals={decimals}
              tone={isToned ? tone : undefined}
              flash={flash && !isStale}
            />
          </p>
          <p className="text-12">
            <span className="fl-change" data-tone={tone}>
              {tone && <Triangle tone={tone} />}
              {formatSigned(day?.amount, decimals)} ({formatPercent(day?.fraction)})
            </span>
          </p>
        </div>
      )}
    </section>
  );
}
