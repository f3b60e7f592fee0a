import { formatPrice, StepperField } from '@fairlead/ui';
import type { PriceTicks } from '@fairlead/units';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { midPrice } from './mid-price.ts';
import { priceFieldText, type TicketInputs, type TicketSummary } from './model.ts';
import type { TicketAction, TicketState } from './state.ts';

export interface PriceFieldsProps {
  quote: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  summary: TicketSummary;
  /** Of the price under the finger in the book. */
  preview: string | undefined;
  error: string | undefined;
}

/** The price and three ways to take one; a market order shows what it would pay instead. */
export function PriceFields(props: PriceFieldsProps) {
  return props.state.type === 'limit' ? <LimitPrice {...props} /> : <MarketPrice {...props} />;
}

function LimitPrice({ quote, state, dispatch, inputs, preview, error }: PriceFieldsProps) {
  const t = useTranslations('trade');
  const { rules, lastPrice } = inputs;
  const set = (price: PriceTicks | undefined) => {
    if (price !== undefined && rules !== undefined)
      dispatch({ kind: 'price', text: priceFieldText(price, rules) });
  };
  const step = rules?.tickSize ?? '1';
  const last = rules && lastPrice ? priceFieldText(lastPrice, rules) : undefined;
  return (
    <>
      <StepperField
        label={t('priceOf', { currency: quote })}
        lessLabel={t('lowerPrice')}
        moreLabel={t('higherPrice')}
        value={preview ?? state.price}
        onValueChange={(text) => dispatch({ kind: 'price', text })}
        firstStep={last}
        step={step}
        scale={rules?.priceDecimals ?? 8}
        placeholder="0"
        error={error}
      />
      {/* The book of now says little of the moment that a trigger waits for. */}
      {state.trigger === undefined && !state.isPair && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
        <div role="group" aria-label={t('quickPrices')} className="flex gap-2">
          <QuickPrice label={t('bid')} onClick={() => set(inputs.bids[0]?.price)} />
          <QuickPrice label={t('mid')} onClick={() => set(midPrice(inputs))} />
          <QuickPrice label={t('ask')} onClick={() => set(inputs.asks[0]?.price)} />
        </div>
      )}
    </>
  );
}

function QuickPrice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="hit h-7 min-w-0 flex-1 rounded-8 border border-hairline-strong text-center text-12 font-medium text-text-2 active:bg-pressed"
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function MarketPrice({ summary, inputs, state }: PriceFieldsProps) {
  const t = useTranslations('trade');
  const { rules, lastPrice } = inputs;
  const best = (state.side === 'buy' ? inputs.asks : inputs.bids)[0]?.price ?? lastPrice;
  const about = summary.estimate?.worst ?? best;
  const price = rules && about ? formatPrice(priceFieldText(about, rules)) : '–';
  return (
    <>
      <div className="grid h-12 place-items-center rounded-8 bg-control text-16 text-muted">
        {t('marketPrice')}
      </div>
      {state.trigger === undefined && (
        <p className="grid h-7 place-items-center text-12 text-muted">{t('about', { price })}</p>
      )}
    </>
  );
}
