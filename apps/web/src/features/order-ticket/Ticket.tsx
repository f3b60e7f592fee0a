import { Button, formatAmount, Segment } from '@fairlead/ui';
import { type Dispatch, memo } from 'react';
import { useTranslations } from 'use-intl';
import { AdvancedPart } from './AdvancedPart.tsx';
import { AmountFields } from './AmountFields.tsx';
import { Costs } from './Costs.tsx';
import { ExitsPart } from './ExitsPart.tsx';
import { KindSelect } from './KindSelect.tsx';
import {
  LazyListWords,
  LazyPairFields,
  LazyTriggerFields,
  LazyTriggerWords,
} from './LazyTrigger.tsx';
import { aroundLast } from './list-order.ts';
import type { TicketInputs, TicketSummary } from './model.ts';
import { PriceFields } from './PriceFields.tsx';
import type { Side, TicketAction, TicketState } from './state.ts';
import { TicketOptions } from './TicketOptions.tsx';
import { useProblemText } from './use-problem-text.ts';
import type { Validation } from './validate.ts';

export interface TicketProps {
  base: string;
  quote: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  summary: TicketSummary;
  validation: Validation;
  /** Of the price under the finger in the book. */
  preview: string | undefined;
  /** How far market orders go, e.g. "2%". */
  band: string;
  isLoggedIn: boolean;
  isSending: boolean;
  onSubmit: () => void;
  onLogIn: () => void;
}

/** The order ticket: everything it costs stands directly above its one button. Prices come faster than it changes. */
export const Ticket = memo(function Ticket(props: TicketProps) {
  const { base, quote, state, dispatch, inputs, summary, validation } = props;
  const t = useTranslations('trade');
  const problemText = useProblemText(state, validation);
  return (
    <section aria-label={t('ticket')} className="@container flex min-w-0 flex-col gap-2">
      <Segment<Side>
        label={t('side')}
        value={state.side}
        options={[
          { value: 'buy', label: t('buy'), tone: 'rise' },
          { value: 'sell', label: t('sell'), tone: 'fall' },
        ]}
        onValueChange={(side) => dispatch({ kind: 'side', side })}
      />
      <KindSelect state={state} dispatch={dispatch} around={aroundLast(inputs)} band={props.band} />
      {state.trigger !== undefined && (
        <LazyTriggerFields
          quote={quote}
          state={state}
          dispatch={dispatch}
          inputs={inputs}
          error={problemText('trigger')}
          activationError={problemText('activation')}
        />
      )}
      <PriceFields {...props} error={problemText('price')} />
      {state.isPair && (
        <LazyPairFields
          quote={quote}
          state={state}
          dispatch={dispatch}
          inputs={inputs}
          problemText={problemText}
        />
      )}
      <AmountFields
        base={base}
        quote={quote}
        state={state}
        dispatch={dispatch}
        rules={inputs.rules}
        summary={summary}
        problemText={problemText}
      />
      <Costs base={base} quote={quote} state={state} inputs={inputs} summary={summary} />
      <TicketOptions state={state} dispatch={dispatch} inputs={inputs} />
      <ExitsPart
        quote={quote}
        state={state}
        dispatch={dispatch}
        inputs={inputs}
        problemText={problemText}
      />
      <AdvancedPart
        base={base}
        state={state}
        dispatch={dispatch}
        inputs={inputs}
        displayError={problemText('display')}
      />
      {inputs.rules !== undefined && (
        <>
          <LazyTriggerWords state={state} summary={summary} rules={inputs.rules} />
          <LazyListWords state={state} summary={summary} rules={inputs.rules} />
        </>
      )}
      {problemText('form') && (
        <p role="alert" className="text-12 text-bad">
          {problemText('form')}
        </p>
      )}
      <SubmitButton {...props} />
    </section>
  );
});

/** More than stands in the narrowest button at its size. */
const LONG = 17;

/** What is bought or sold, as far as it is known: how much a market buy brings is not. */
function What({ base, state, summary }: Pick<TicketProps, 'base' | 'state' | 'summary'>) {
  const t = useTranslations('trade');
  const isBuy = state.side === 'buy';
  const isKnown = !(isBuy && state.type === 'market') && (summary.quantity ?? 0) > 0;
  if (!isKnown) return t(isBuy ? 'buyBase' : 'sellBase', { currency: base });
  const text = t(isBuy ? 'confirm.buy' : 'confirm.sell', {
    amount: formatAmount(summary.quantityText, undefined, base),
  });
  return <span className={text.length > LONG ? 'text-14' : undefined}>{text}</span>;
}

function SubmitButton(props: TicketProps) {
  const { state, inputs, isLoggedIn, isSending, onSubmit, onLogIn } = props;
  const t = useTranslations('trade');
  if (!isLoggedIn) {
    return (
      <Button variant="main" block className="mt-auto" onClick={onLogIn}>
        {t('logIn')}
      </Button>
    );
  }
  if (inputs.state !== 'open') {
    return (
      <Button block disabled className="mt-auto">
        {t(inputs.state)}
      </Button>
    );
  }
  return (
    <Button
      variant={state.side === 'buy' ? 'rise' : 'fall'}
      block
      className="mt-auto"
      busy={isSending}
      disabled={inputs.rules === undefined}
      onClick={onSubmit}
    >
      <What {...props} />
    </Button>
  );
}
