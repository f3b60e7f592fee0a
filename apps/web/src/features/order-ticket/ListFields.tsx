import { formatShare, StepperField } from '@fairlead/ui';
import { divFloor, formatRate, PPM_ONE, type PriceTicks, ratePpm } from '@fairlead/units';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { type ExitKind, entryTicks, exitTicks, firstExits } from './list-order.ts';
import type { TicketInputs } from './model.ts';
import type { TicketAction, TicketState } from './state.ts';
import { SourceButton, TrailFields } from './TriggerFields.tsx';
import type { ProblemField } from './validate.ts';

export interface PairFieldsProps {
  quote: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  problemText: (field: ProblemField) => string | undefined;
}

/** The stop beside the limit: how it trails, or the price it waits for and the limit it becomes if wanted; and whose price it is. */
export function PairFields(props: PairFieldsProps) {
  const { state, dispatch } = props;
  return (
    <>
      {state.legs.trails ? <ListTrail {...props} /> : <StopFields {...props} />}
      <SourceButton
        value={state.triggerBy}
        onValueChange={(by) => dispatch({ kind: 'trigger_by', by })}
      />
    </>
  );
}

/** How the stop of a list trails. */
function ListTrail({ problemText, ...fields }: PairFieldsProps) {
  return (
    <TrailFields
      {...fields}
      error={problemText('trigger')}
      activationError={problemText('activation')}
    />
  );
}

function StopFields(props: PairFieldsProps) {
  const { quote, state, dispatch, inputs, problemText } = props;
  const t = useTranslations('triggers');
  const lists = useTranslations('lists');
  const step = inputs.rules?.tickSize ?? '1';
  const scale = inputs.rules?.priceDecimals ?? 8;
  const error = problemText('trigger');
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
        {...{ step, scale, error: problemText('stop_limit') }}
        placeholder={lists('atMarket')}
      />
    </>
  );
}

export type ExitFieldsProps = PairFieldsProps;

/** Where the order is closed again, and whose price that is. */
export function ExitFields(props: ExitFieldsProps) {
  const { state, dispatch } = props;
  return (
    <>
      <ExitField {...props} kind="profit" />
      {state.legs.trails ? <ListTrail {...props} /> : <ExitField {...props} kind="loss" />}
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
