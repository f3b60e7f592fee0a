import { LoadingRows } from '@fairlead/calls';
import type { ConversionLeg, ConversionQuote } from '@fairlead/contract';
import {
  Badge,
  Card,
  Countdown,
  formatExactShare,
  formatPercent,
  formatPrice,
  KeyValues,
  Note,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';

export interface QuoteViewProps {
  quote: ConversionQuote;
  secondsLeft: number;
  secondsTotal: number;
}

/** What comes of it, at least, and what it costs: each leg beside the book and the index. */
export function QuoteView({ quote, secondsLeft, secondsTotal }: QuoteViewProps) {
  const t = useTranslations('convert');
  const isOver = secondsLeft === 0;
  return (
    <section aria-label={t('quote')} className="grid gap-3">
      <Card>
        <div className="flex items-start justify-between gap-3 pb-2">
          <div>
            <p className="text-12 text-muted">{t('receives')}</p>
            <p className="text-20 font-display">
              <Amount value={tidy(quote.receives)} unit={quote.to_currency} />
            </p>
          </div>
          {isOver ? (
            <Badge kind="bad">{t('over')}</Badge>
          ) : (
            <Countdown
              secondsLeft={secondsLeft}
              secondsTotal={secondsTotal}
              label={t('heldFor', { seconds: secondsLeft })}
            />
          )}
        </div>
        <KeyValues
          rows={[
            {
              label: t('spends'),
              value: <Amount value={tidy(quote.spends)} unit={quote.from_currency} />,
            },
            {
              label: t('atLeast'),
              value: <Amount value={tidy(quote.receives_at_least)} unit={quote.to_currency} />,
            },
            { label: t('cost'), value: signed(quote.cost_rate), total: true },
          ]}
        />
      </Card>
      {quote.legs.map((leg) => (
        <LegView key={leg.symbol} leg={leg} />
      ))}
      <Note>{t('how')}</Note>
    </section>
  );
}

/** Worse has a plus: it is a cost. */
const signed = (rate: string): string => formatPercent(rate, 3, 'always');

function LegView({ leg }: { leg: ConversionLeg }) {
  const t = useTranslations('convert');
  // As fine as the market's own prices: the index has more digits than anybody can trade at.
  const decimals = leg.best_price.split('.')[1]?.length ?? 0;
  return (
    <Card>
      <h3 className="pb-1 font-medium">{t(`leg.${leg.side}`, { symbol: leg.symbol })}</h3>
      <KeyValues
        size={12}
        rows={[
          { label: t('average'), value: formatPrice(tidy(leg.average_price)) },
          { label: t('best'), value: formatPrice(leg.best_price) },
          { label: t('index'), value: formatPrice(leg.index_price, decimals) },
          { label: t('worst'), value: formatPrice(leg.worst_price) },
          { label: t('toIndex'), value: signed(leg.index_spread_rate) },
          { label: t('toBest'), value: signed(leg.slippage_rate) },
          {
            label: t('bookSpread'),
            value: formatPercent(leg.book_spread_rate, 3, 'negative'),
          },
          {
            label: t('fee', { rate: formatExactShare(leg.fee_rate) }),
            value: <Amount value={tidy(leg.fee)} unit={leg.fee_currency} />,
          },
        ]}
      />
    </Card>
  );
}

export function QuoteLoading() {
  return <LoadingRows count={3} />;
}

/** Why there is none, as the server says it. */
export function QuoteFailed({ error }: { error: Error }) {
  return (
    <div role="alert">
      <Note kind="warn">{error.message}</Note>
    </div>
  );
}
