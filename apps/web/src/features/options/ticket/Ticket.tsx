import type { OptionDirection } from '@fairlead/contract';
import { Button, buttonLook, Note } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { shownValues } from '../../../data/ticket-check.ts';
import type { OptionRules } from '../option-rules.ts';
import { Outcomes } from '../orders/Outcomes.tsx';
import { AmountChoice } from './AmountChoice.tsx';
import { CostTerms } from './CostTerms.tsx';
import { GateNote } from './Gate.tsx';
import type { Gate } from './gate.ts';
import type { Problem, TicketAction, TicketInputs, TicketState, TicketSummary } from './model.ts';
import { RuleTerms } from './RuleTerms.tsx';
import { TimeChoice } from './TimeChoice.tsx';

export interface TicketProps {
  rules: OptionRules;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  summary: TicketSummary;
  problem: Problem | undefined;
  gate: Gate | undefined;
  /** The index as it is shown; undefined while there is none that is live. */
  price: string | undefined;
  decimals: number;
  /** The button whose request runs without a sheet over it. */
  sending: OptionDirection | undefined;
  onPress: (direction: OptionDirection) => void;
}

/** The option ticket: what may come back and what may be lost stand directly above its buttons. */
export function Ticket(props: TicketProps) {
  const { rules, state, dispatch, inputs, summary, gate } = props;
  const t = useTranslations('options.ticket');
  const problemText = useProblemText(props);
  const problem = useTranslations('options.problem');
  // Whatever else is missing: nothing can be bought without a price.
  const isPriceless = inputs.isStale && inputs.marketState === 'open';
  const formText = isPriceless ? problem('price_stale') : problemText('form');
  return (
    <section aria-label={t('label')} className="gutter grid gap-2">
      <TimeChoice
        times={rules.times}
        seconds={state.seconds}
        onChoose={(seconds) => dispatch({ kind: 'seconds', seconds })}
        error={problemText('time')}
      />
      <AmountChoice
        rules={rules}
        amount={state.amount}
        summary={summary}
        available={inputs.available}
        onAmount={(text) => dispatch({ kind: 'amount', text })}
        error={problemText('amount')}
      />
      <FundsLine rules={rules} available={inputs.available} problem={props.problem} />
      <Outcomes summary={summary} scale={rules.scale} />
      <CostTerms rules={rules} summary={summary} />
      {gate !== undefined && <GateNote gate={gate} symbol={rules.symbol} />}
      {formText && (
        <Note kind="warn">
          <span role="alert">{formText}</span>
        </Note>
      )}
      <Buttons {...props} />
      <RuleTerms
        price={props.price}
        decimals={props.decimals}
        seconds={state.seconds}
        windowSeconds={summary.time?.windowSeconds}
      />
    </section>
  );
}

function Buttons({ gate, inputs, sending, onPress }: TicketProps) {
  const t = useTranslations('options');
  const trade = useTranslations('trade');
  const isShut =
    gate === 'review' ||
    gate === 'country' ||
    inputs.marketState !== 'open' ||
    (gate === undefined && inputs.isStale);
  if (inputs.marketState === 'standstill')
    return (
      <Button block disabled>
        {trade('standstill')}
      </Button>
    );
  const shared = (direction: OptionDirection) => ({
    arrow: direction,
    variant: direction,
    block: true,
    busy: sending === direction,
    disabled: isShut || sending !== undefined,
    onClick: () => onPress(direction),
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button {...shared('rise')} detail={t('ticket.riseDetail')}>
          {t('rise')}
        </Button>
        <Button {...shared('fall')} detail={t('ticket.fallDetail')}>
          {t('fall')}
        </Button>
      </div>
      {sending !== undefined && (
        <p role="status" className="text-12 text-secondary">
          {t('ticket.waiting')}
        </p>
      )}
    </>
  );
}

type FundsLineProps = Pick<TicketProps, 'rules' | 'problem'> & Pick<TicketInputs, 'available'>;

/** An empty or too small option account, and the way to fill it. */
function FundsLine({ rules, available, problem }: FundsLineProps) {
  const t = useTranslations('options.ticket');
  const isEmpty = available === 0n;
  if (!isEmpty && problem?.code !== 'insufficient_balance') return null;
  const query = { from: 'coin', to: 'option', currency_id: rules.currencyId };
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="text-12 text-secondary">{isEmpty && t('empty')}</p>
      <a {...buttonLook({ size: 36 })} href={href('pages/assets/transfer/index', query)}>
        {t('transfer')}
      </a>
    </div>
  );
}

/** An empty ticket is no mistake until a button was pressed; the market's state is said over the ticket. */
function useProblemText({ state, problem, gate }: TicketProps) {
  const t = useTranslations('options.problem');
  return (field: Problem['field']): string | undefined => {
    if (problem?.field !== field || problem.code === 'market_halted') return undefined;
    const isMissing = problem.code === 'time_required' || problem.code === 'amount_required';
    if (isMissing && !state.isTried) return undefined;
    if (gate !== undefined && problem.code === 'insufficient_balance') return undefined;
    // Each code's sentence takes the values that `validate` gives with it; a test holds them together.
    return t(problem.code, shownValues(problem.values) as never);
  };
}
