import { DecimalField, formatNumber, PercentButtons, StepperField } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import type { TicketSummary } from './model.ts';
import type { Size, TicketAction, TicketState } from './state.ts';
import type { ProblemField } from './validate.ts';

export interface AmountFieldsProps {
  base: string;
  quote: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  rules: MarketRules | undefined;
  summary: TicketSummary;
  problemText: (field: ProblemField) => string | undefined;
}

/** Amount, shares, total: whichever is given last leads. A market buy is given in quote. */
export function AmountFields(props: AmountFieldsProps) {
  const { state, dispatch } = props;
  const t = useTranslations('trade');
  const set = (size: Size) => dispatch({ kind: 'size', size });
  const isSpending = state.type === 'market' && state.side === 'buy';
  return (
    <>
      {isSpending ? <SpendField {...props} /> : <QuantityField {...props} />}
      <PercentButtons
        label={t('share')}
        value={state.size.by === 'percent' ? state.size.percent : undefined}
        onSelect={(percent) => set({ by: 'percent', percent })}
      />
      {state.type === 'limit' ? <TotalField {...props} /> : <Outcome {...props} />}
    </>
  );
}

function QuantityField({ base, dispatch, rules, summary, problemText }: AmountFieldsProps) {
  const t = useTranslations('trade');
  return (
    <StepperField
      label={t('amountOf', { currency: base })}
      lessLabel={t('lessAmount')}
      moreLabel={t('moreAmount')}
      value={summary.quantityText}
      onValueChange={(text) => dispatch({ kind: 'size', size: { by: 'quantity', text } })}
      step={rules?.lotSize ?? '1'}
      scale={rules?.lotDecimals ?? 8}
      placeholder="0"
      error={problemText('quantity')}
    />
  );
}

/** One step of what a market buy spends: a whole unit of quote. */
const SPEND_STEP = '1';

function SpendField({ quote, dispatch, rules, summary, problemText }: AmountFieldsProps) {
  const t = useTranslations('trade');
  return (
    <StepperField
      label={t('spendOf', { currency: quote })}
      lessLabel={t('lessAmount')}
      moreLabel={t('moreAmount')}
      value={summary.totalText}
      onValueChange={(text) => dispatch({ kind: 'size', size: { by: 'total', text } })}
      step={SPEND_STEP}
      scale={rules?.quoteScale ?? 8}
      placeholder="0"
      error={problemText('total')}
    />
  );
}

function TotalField({ quote, dispatch, rules, summary, problemText }: AmountFieldsProps) {
  const t = useTranslations('trade');
  return (
    <DecimalField
      label={t('total')}
      inset={t('total')}
      trailing={quote}
      value={summary.totalText}
      onValueChange={(text) => dispatch({ kind: 'size', size: { by: 'total', text } })}
      scale={rules?.quoteScale ?? 8}
      placeholder="0"
      error={problemText('total')}
    />
  );
}

/** More digits than stand beside two words in the narrowest ticket. */
const LONG = 9;

/** What a market order is thought to bring, in the total's place. */
function Outcome({ base, quote, state, summary }: AmountFieldsProps) {
  const t = useTranslations('trade');
  const isBuy = state.side === 'buy';
  const text = isBuy ? summary.quantityText : summary.totalText;
  return (
    <p className="flex h-12 items-center gap-2 rounded-8 border border-hairline px-3">
      <span className="text-12 text-muted">{t('youGet')}</span>
      <output
        className={`min-w-0 flex-1 text-end font-medium ${text.length > LONG ? 'text-12' : 'text-16'}`}
      >
        {formatNumber(text === '' ? undefined : text)}
      </output>
      <span className="text-muted">{isBuy ? base : quote}</span>
    </p>
  );
}
