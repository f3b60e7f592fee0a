import { formatAmount, formatPrice, formatShare, StepperField } from '@fairlead/ui';
import { divFloor, formatRate, PPM_ONE, type PriceTicks, ratePpm } from '@fairlead/units';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { TriggerSentence } from '../../app/parts/TriggerSentence.tsx';
import {
  type ExitKind,
  entryTicks,
  exitTicks,
  firstExits,
  liesAbove,
  stopLimitTicks,
} from './list-order.ts';
import { priceFieldText, type TicketInputs } from './model.ts';
import type { TicketAction, TicketState } from './state.ts';
import { SourceButton, type TriggerWordsProps } from './TriggerFields.tsx';
import { mayWait } from './time-in-force.ts';
import { triggerTicks, waitsBelow } from './trigger-order.ts';
import type { ProblemField } from './validate.ts';

export interface PairFieldsProps {
  quote: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  error: string | undefined;
  limitError: string | undefined;
}

/** The stop beside the limit: the price it waits for, the limit it becomes if wanted, and whose price it is. */
export function PairFields(props: PairFieldsProps) {
  const { quote, state, dispatch, inputs, error, limitError } = props;
  const t = useTranslations('triggers');
  const lists = useTranslations('lists');
  const step = inputs.rules?.tickSize ?? '1';
  const scale = inputs.rules?.priceDecimals ?? 8;
  return (
    <>
      <StepperField
        label={lists('stopOf', { currency: quote })}
        lessLabel={t('lower')}
        moreLabel={t('higher')}
        value={state.triggerPrice}
        onValueChange={(text) => dispatch({ kind: 'trigger_price', text })}
        {...{ step, scale, error }}
        placeholder="0"
      />
      <StepperField
        label={lists('stopLimitOf', { currency: quote })}
        lessLabel={lists('lowerStopLimit')}
        moreLabel={lists('higherStopLimit')}
        value={state.stopLimit}
        onValueChange={(text) => dispatch({ kind: 'stop_limit', text })}
        firstStep={state.triggerPrice || undefined}
        {...{ step, scale, error: limitError }}
        placeholder={lists('atMarket')}
      />
      <SourceButton
        value={state.triggerBy}
        onValueChange={(by) => dispatch({ kind: 'trigger_by', by })}
      />
    </>
  );
}

export interface ExitFieldsProps {
  quote: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  problemText: (field: ProblemField) => string | undefined;
}

/** Where the order is closed again, and whose price that is. */
export function ExitFields(props: ExitFieldsProps) {
  const { state, dispatch } = props;
  return (
    <>
      <ExitField {...props} kind="profit" />
      <ExitField {...props} kind="loss" />
      <SourceButton
        value={state.triggerBy}
        onValueChange={(by) => dispatch({ kind: 'trigger_by', by })}
      />
    </>
  );
}

function ExitField(props: ExitFieldsProps & { kind: ExitKind }) {
  const { quote, state, dispatch, inputs, problemText, kind } = props;
  const t = useTranslations('lists');
  const { exits } = state;
  const away = useAway(props);
  if (exits === undefined) return null;
  return (
    <StepperField
      label={t(`${kind}Of`, { currency: quote })}
      lessLabel={t(`${kind}Lower`)}
      moreLabel={t(`${kind}Higher`)}
      value={exits[kind]}
      onValueChange={(text) => dispatch({ kind: 'exits', exits: { ...exits, [kind]: text } })}
      step={inputs.rules?.tickSize ?? '1'}
      firstStep={firstExits(state, inputs)[kind] || undefined}
      scale={inputs.rules?.priceDecimals ?? 8}
      placeholder={t('noExit')}
      hint={away}
      error={problemText(kind)}
    />
  );
}

/** How far it lies from where the order begins. */
function useAway({ state, inputs, kind }: ExitFieldsProps & { kind: ExitKind }) {
  const t = useTranslations('lists');
  const { rules } = inputs;
  const entry = entryTicks(state, inputs);
  const ticks = rules && exitTicks(state, kind, rules);
  if (entry === undefined || ticks === undefined) return undefined;
  return t('fromEntry', { share: awayText(entry, ticks) });
}

function awayText(entry: PriceTicks, ticks: PriceTicks): string {
  const isAbove = ticks >= entry;
  const ppm = divFloor(BigInt(isAbove ? ticks - entry : entry - ticks) * PPM_ONE, BigInt(entry));
  return `${isAbove ? '+' : '−'}${formatShare(formatRate(ratePpm(ppm)))}`;
}

/** What the orders of the ticket do to one another, in sentences. */
export function ListWords(props: TriggerWordsProps) {
  return props.state.isPair ? <PairWords {...props} /> : <ExitWords {...props} />;
}

function PairWords({ state, summary, rules }: TriggerWordsProps) {
  const t = useTranslations('lists');
  const { side, triggerBy: by } = state;
  const { price, quantityText: quantity } = summary;
  const trigger = triggerTicks(state, rules);
  const limit = stopLimitTicks(state, rules);
  if (price === undefined || trigger === undefined || !summary.quantity) return null;
  const { base, quote } = rules;
  const amount = formatAmount(quantity, undefined, base);
  return (
    <div className="grid gap-1 text-12 text-text-2">
      <p>{t('first', { side, amount, price: formatPrice(priceFieldText(price, rules)) })}</p>
      <p>
        <TriggerSentence
          {...{ base, quote, side, by, quantity }}
          isBelow={waitsBelow(side, 'stop')}
          trigger={priceFieldText(trigger, rules)}
          price={limit && priceFieldText(limit, rules)}
          amount={undefined}
        />
      </p>
      <p>{t('oneCancels')}</p>
    </div>
  );
}

function ExitWords({ state, summary, rules }: TriggerWordsProps) {
  const t = useTranslations('lists');
  const { side, type, timeInForce, triggerBy: by } = state;
  const prices = (['profit', 'loss'] as const).flatMap((kind) => {
    const ticks = exitTicks(state, kind, rules);
    return ticks === undefined ? [] : [{ kind, price: formatPrice(priceFieldText(ticks, rules)) }];
  });
  if (prices.length === 0) return null;
  const isAtOnce = type === 'market' || !mayWait(timeInForce);
  const amount =
    summary.quantityText === ''
      ? rules.base
      : formatAmount(summary.quantityText, undefined, rules.base);
  return (
    <div className="grid gap-1 text-12 text-text-2">
      <p>{t(isAtOnce ? 'behindAtOnce' : 'behind')}</p>
      {prices.map(({ kind, price }) => (
        <p key={kind}>
          {t('exit', { by, price, side, amount, to: liesAbove(side, kind) ? 'above' : 'below' })}
        </p>
      ))}
      <p>
        {t(prices.length > 1 ? 'oneCancelsExit' : 'nothingFrozen')}
        {side === 'sell' && ` ${t('buysBack')}`}
      </p>
    </div>
  );
}
