import { DecimalField, StepperField } from '@fairlead/ui';
import { type Dispatch, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { resultOf } from '../amounts.ts';
import {
  priceText,
  quotesOf,
  type Stop,
  type TicketAction,
  type TicketInputs,
  type TicketState,
  type TicketSummary,
} from '../model.ts';
import type { ProblemField } from './validate.ts';

export interface LimitFieldProps {
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  error: string | undefined;
}

/** The price it waits for: at first the present one, which is also the first step from an empty field. */
export function LimitField({ state, dispatch, inputs, error }: LimitFieldProps) {
  const t = useTranslations('futures');
  const { rules } = inputs;
  const step = rules?.priceStep ?? '1';
  const quotes = rules && quotesOf(inputs, rules);
  const now = state.side === 'long' ? quotes?.ask : quotes?.bid;
  const nowText = rules && now && priceText(now, rules);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (nowText === undefined || hasBegun.current) return;
    hasBegun.current = true;
    if (state.price === '') dispatch({ kind: 'price', text: nowText });
  }, [nowText, state.price, dispatch]);
  return (
    <StepperField
      label={t('limitPrice', { currency: rules?.quote ?? '' })}
      lessLabel={t('lowerPrice')}
      moreLabel={t('higherPrice')}
      value={state.price}
      onValueChange={(text) => dispatch({ kind: 'price', text })}
      firstStep={nowText || undefined}
      step={step}
      scale={rules?.priceDecimals ?? 8}
      placeholder="0"
      error={error}
    />
  );
}

export interface StopFieldsProps {
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  summary: TicketSummary;
  problemText: (field: ProblemField) => string | undefined;
}

/** Take profit and stop loss side by side, each with what is won or lost there. */
export function StopFields({ state, dispatch, inputs, summary, problemText }: StopFieldsProps) {
  const t = useTranslations('futures');
  const { rules } = inputs;
  const decimals = rules?.priceDecimals ?? 8;
  return (
    <div className="grid grid-cols-2 items-start gap-2">
      <StopField
        label={t('takeProfit')}
        value={state.takeProfit}
        stop={summary.takeProfit}
        scale={rules?.quoteScale ?? 6}
        decimals={decimals}
        error={problemText('take_profit')}
        onChange={(text) => dispatch({ kind: 'take_profit', text })}
      />
      <StopField
        label={t('stopLoss')}
        value={state.stopLoss}
        stop={summary.stopLoss}
        scale={rules?.quoteScale ?? 6}
        decimals={decimals}
        error={problemText('stop_loss')}
        onChange={(text) => dispatch({ kind: 'stop_loss', text })}
      />
    </div>
  );
}

export interface StopFieldProps {
  label: string;
  value: string;
  stop: Stop;
  /** Of the quote currency. */
  scale: number;
  /** Of the price. */
  decimals: number;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** One stop; its result stands over it at the right, where no number is in its way. */
export function StopField(props: StopFieldProps) {
  const { label, value, stop, scale, decimals, error, onChange } = props;
  const t = useTranslations('futures');
  const { net } = stop;
  const tone = net === undefined || net === 0n ? '' : net > 0n ? 'text-rise' : 'text-fall';
  return (
    <div className="relative">
      <DecimalField
        counted="steps"
        label={label}
        stacked
        value={value}
        placeholder={t('noStop')}
        scale={decimals}
        error={error}
        onValueChange={onChange}
      />
      {net !== undefined && (
        <output
          aria-label={t('resultAt', { stop: label })}
          className={`pointer-events-none absolute top-1.5 end-3 text-12 ${tone}`}
        >
          {resultOf(net, scale)}
        </output>
      )}
    </div>
  );
}
