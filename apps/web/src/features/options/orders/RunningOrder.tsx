import type { OptionOrder } from '@fairlead/contract';
import {
  Countdown,
  directionOf,
  formatNumber,
  formatPrice,
  formatSigned,
  Triangle,
  useCountdown,
} from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { serverNow } from '../../../data/live/server-clock.ts';
import { lastPriced } from '../chart/samples.ts';
import { useIndexSamples } from '../chart/samples-store.ts';
import { moneyText, tidyMoney } from '../option-rules.ts';
import { useDecimals } from '../use-option-rules.ts';
import { amountsOf, type Standing, standing } from './orders.ts';
import { OrderTitle } from './parts.tsx';

export interface RunningOrderProps {
  order: OptionOrder;
  /** The market that the page is about. */
  symbol: string;
  isStale: boolean;
  onOpen: () => void;
}

/** One order on its way: how long, how it stands, what the three endings pay. */
export function RunningOrder({ order, symbol, isStale, onOpen }: RunningOrderProps) {
  const t = useTranslations('options.run');
  const samples = useIndexSamples(order.symbol);
  const decimals = useDecimals(order.symbol);
  const secondsLeft = useCountdown(order.delivers_at, serverNow);
  const stands = standing(order, samples, lastPriced(samples)?.price ?? order.current_price);
  return (
    <article
      className={`flex items-center gap-3.5 rounded-12 bg-raised px-3.5 py-2.5 max-[375px]:gap-2.5 max-[375px]:px-3 ${isStale ? 'fl-stale' : ''}`}
    >
      <Countdown
        secondsLeft={secondsLeft}
        secondsTotal={order.seconds}
        label={t('left', { seconds: secondsLeft })}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center justify-between gap-x-2">
          <button
            type="button"
            className="hit text-start"
            aria-label={t('details', { id: String(order.id) })}
            aria-haspopup="dialog"
            onClick={onOpen}
          >
            <OrderTitle order={order} />
          </button>
          {order.symbol !== symbol && <span className="text-12 text-muted">{order.symbol}</span>}
          <Difference value={stands?.difference} decimals={decimals} />
        </p>
        <Endings order={order} />
        {secondsLeft === 0 ? (
          <p className="mt-1 text-12 text-secondary">{t('due')}</p>
        ) : (
          <StandingLine order={order} stands={stands} decimals={decimals} />
        )}
      </div>
    </article>
  );
}

/** How far the price is from the strike. */
function Difference({ value, decimals }: { value: string | undefined; decimals: number }) {
  const way = directionOf(value, decimals);
  if (way === undefined || way === 'flat')
    return <span className="ms-auto font-medium text-muted">{formatSigned(value, decimals)}</span>;
  return (
    <span className={`ms-auto font-medium ${way === 'rise' ? 'text-rise' : 'text-fall'}`}>
      <Triangle tone={way} />
      {formatSigned(value, decimals)}
    </span>
  );
}

function Endings({ order }: { order: OptionOrder }) {
  const t = useTranslations('options.run');
  const { stake, payout, scale } = amountsOf(order);
  const money = (amount: bigint) => formatNumber(moneyText(amount, scale));
  return (
    <p className="mt-1 text-12 text-balance text-muted">
      {t.rich('pays', {
        right: money(stake + payout),
        flat: money(stake),
        wrong: money(0n),
        b: (chunks: ReactNode) => <b className="font-medium text-secondary">{chunks}</b>,
      })}
    </p>
  );
}

interface StandingLineProps {
  order: OptionOrder;
  stands: Standing | undefined;
  decimals: number;
}

function StandingLine({ order, stands, decimals }: StandingLineProps) {
  const t = useTranslations('options');
  const net = stands && tidyMoney(stands.net);
  const way = directionOf(net);
  const tone = way === 'rise' ? 'text-rise' : way === 'fall' ? 'text-fall' : 'text-muted';
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-2 text-12 text-muted">
        <span>{t('run.ifNow')}</span>
        <span className={tone}>
          {stands && t(`result.${stands.result}`)} {formatSigned(net)}
        </span>
      </p>
      {stands !== undefined && stands.windowCount > 0 && (
        <p className="text-12 text-muted">
          {t('run.mean', {
            count: String(stands.windowCount),
            expected: String(order.window_seconds),
            price: formatPrice(stands.price, decimals),
          })}
        </p>
      )}
    </>
  );
}
