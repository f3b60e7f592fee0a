import { formatRateShare, Icon, List, ListRow, Sheet, StepperField } from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TrailSentence, TriggerSentence } from '../../app/parts/TriggerSentence.tsx';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { priceFieldText, quoteText, type TicketInputs, type TicketSummary } from './model.ts';
import type { TicketAction, TicketState, TriggerBy } from './state.ts';
import { activationOf, TRAIL_PERCENT, trailOf } from './trailing.ts';
import { triggerTicks, waitsBelow } from './trigger-order.ts';

export interface TriggerFieldsProps {
  quote: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  error: string | undefined;
  activationError: string | undefined;
}

/** The price that is waited for, or how it trails, and whose price it is. */
export function TriggerFields(props: TriggerFieldsProps) {
  const { state, dispatch } = props;
  return (
    <>
      {state.trigger === 'trailing_stop' ? <TrailFields {...props} /> : <PriceField {...props} />}
      <SourceButton
        value={state.triggerBy}
        onValueChange={(by) => dispatch({ kind: 'trigger_by', by })}
      />
    </>
  );
}

/** A distance, and where it begins to follow. */
export function TrailFields({
  quote,
  state,
  dispatch,
  inputs,
  error,
  activationError,
}: TriggerFieldsProps) {
  const t = useTranslations('triggers');
  const { rules, lastPrice } = inputs;
  const step = rules?.tickSize ?? '1';
  const last = rules && lastPrice ? priceFieldText(lastPrice, rules) : undefined;
  return (
    <>
      <StepperField
        label={t('trailOf')}
        lessLabel={t('nearer')}
        moreLabel={t('farther')}
        value={state.trail}
        onValueChange={(text) => dispatch({ kind: 'trail', text })}
        step="0.1"
        minimum={TRAIL_PERCENT.least}
        maximum={TRAIL_PERCENT.most}
        scale={2}
        placeholder="1"
        error={error}
      />
      <StepperField
        label={t('activationOf', { currency: quote })}
        lessLabel={t('lowerActivation')}
        moreLabel={t('higherActivation')}
        value={state.activation}
        onValueChange={(text) => dispatch({ kind: 'activation', text })}
        firstStep={last}
        step={step}
        scale={rules?.priceDecimals ?? 8}
        placeholder={t('atOnce')}
        error={activationError}
      />
    </>
  );
}

function PriceField({ quote, state, dispatch, inputs, error }: TriggerFieldsProps) {
  const t = useTranslations('triggers');
  const { rules, lastPrice } = inputs;
  const step = rules?.tickSize ?? '1';
  const last = rules && lastPrice ? priceFieldText(lastPrice, rules) : undefined;
  return (
    <StepperField
      label={t('priceOf', { currency: quote })}
      lessLabel={t('lower')}
      moreLabel={t('higher')}
      value={state.triggerPrice}
      onValueChange={(text) => dispatch({ kind: 'trigger_price', text })}
      firstStep={last}
      step={step}
      scale={rules?.priceDecimals ?? 8}
      placeholder="0"
      error={error}
    />
  );
}

const SOURCES = ['index', 'last'] as const satisfies readonly TriggerBy[];

interface SourceButtonProps {
  value: TriggerBy;
  onValueChange: (value: TriggerBy) => void;
}

/** Whose price it is that is waited for. */
export function SourceButton({ value, onValueChange }: SourceButtonProps) {
  const t = useTranslations('triggers');
  const common = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex h-7 items-center justify-between gap-2 text-12">
      <span className="min-w-0 truncate text-muted">{t('by')}</span>
      <button
        type="button"
        className="hit flex h-7 items-center gap-1 font-medium whitespace-nowrap text-brand"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="fl-sr">{t('by')}: </span>
        {t(`source.${value}`)}
        <Icon name="chevronDown" size={16} />
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('by')} closeLabel={common('close')}>
        <div className="-mx-4">
          <List label={t('by')}>
            {SOURCES.map((source) => (
              <ListRow
                key={source}
                title={t(`source.${source}`)}
                caption={t(`sourceDetail.${source}`)}
                value={source === value ? <Icon name="check" className="text-brand" /> : undefined}
                onClick={() => {
                  setOpen(false);
                  onValueChange(source);
                }}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </div>
  );
}

export interface TriggerWordsProps {
  state: TicketState;
  summary: TicketSummary;
  rules: MarketRules;
}

/** The order in one sentence, once it says something. */
export function TriggerWords({ state, summary, rules }: TriggerWordsProps) {
  const trigger = triggerTicks(state, rules);
  const trail = trailOf(state);
  const { price, quantity, amount } = summary;
  const isSized = amount === undefined ? (quantity ?? 0) > 0 : amount > 0n;
  if (state.trigger === undefined || !isSized) return null;
  if (state.trigger === 'trailing_stop') {
    const from = activationOf(state, rules)?.ticks;
    if (trail === undefined) return null;
    return (
      <p className="text-12 text-text-2">
        <TrailSentence
          base={rules.base}
          quote={rules.quote}
          side={state.side}
          by={state.triggerBy}
          rate={formatRateShare(trail)}
          activation={from && priceFieldText(from, rules)}
          price={price && priceFieldText(price, rules)}
          quantity={amount === undefined ? summary.quantityText : undefined}
          amount={amount && quoteText(amount, rules)}
        />
      </p>
    );
  }
  if (trigger === undefined) return null;
  if (state.type === 'limit' && price === undefined) return null;
  return (
    <p className="text-12 text-text-2">
      <TriggerSentence
        base={rules.base}
        quote={rules.quote}
        side={state.side}
        by={state.triggerBy}
        isBelow={waitsBelow(state.side, state.trigger)}
        trigger={priceFieldText(trigger, rules)}
        price={price && priceFieldText(price, rules)}
        quantity={amount === undefined ? summary.quantityText : undefined}
        amount={amount && quoteText(amount, rules)}
      />
    </p>
  );
}
