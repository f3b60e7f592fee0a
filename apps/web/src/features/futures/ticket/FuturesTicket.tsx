import { Failed, type LoadedQuery } from '@fairlead/calls';
import { Button, buttonLook, formatNumber, formatShare, Note, Segment, Select } from '@fairlead/ui';
import { formatRate } from '@fairlead/units';
import { type Dispatch, useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { roundOf } from '../amounts.ts';
import { fundHref } from '../links.ts';
import type {
  OpeningType,
  TicketAction,
  TicketInputs,
  TicketState,
  TicketSummary,
} from '../model.ts';
import { RiskSheet } from '../positions/RiskSheet.tsx';
import { distancePpm, type FuturesRules } from '../rules.ts';
import { LotsField } from './LotsField.tsx';
import { LimitField, StopFields } from './PriceFields.tsx';
import { TicketCosts } from './TicketCosts.tsx';
import { useProblemText } from './use-problem-text.ts';
import type { Validation } from './validate.ts';

export interface FuturesTicketProps {
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  summary: TicketSummary;
  validation: Validation;
  isLoggedIn: boolean;
  isSending: boolean;
  /** In the server's words. */
  refusal: string | undefined;
  /** Of the terms. */
  query: LoadedQuery<unknown>;
  onSubmit: () => void;
  onLogIn: () => void;
}

/** Everything that it costs stands directly above its one button. */
export function FuturesTicket(props: FuturesTicketProps) {
  const { state, dispatch, inputs, summary, validation, query } = props;
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const problemText = useProblemText(state, validation);
  if (query.data === undefined && query.error) return <Failed query={query} failed={t('failed')} />;
  return (
    <section aria-label={t('ticket')} className="gutter flex flex-col gap-2">
      <Segment
        label={t('side')}
        value={state.side}
        options={[
          { value: 'long', label: t('long'), tone: 'rise', arrow: true },
          { value: 'short', label: t('short'), tone: 'fall', arrow: true },
        ]}
        onValueChange={(side) => dispatch({ kind: 'side', side })}
      />
      <div className="grid grid-cols-2 gap-2">
        <Select<OpeningType>
          size={44}
          label={t('type')}
          labelHidden
          closeLabel={common('close')}
          value={state.type}
          options={[
            { value: 'market', label: t('market'), detail: t('marketDetail') },
            { value: 'limit', label: t('limit'), detail: t('limitDetail') },
          ]}
          onValueChange={(type) => dispatch({ kind: 'type', type })}
        />
        <MultipleSelect
          rules={inputs.rules}
          value={summary.multiple?.multiple}
          onChoose={(multiple) => dispatch({ kind: 'multiple', multiple })}
        />
      </div>
      {state.type === 'limit' && (
        <LimitField
          state={state}
          dispatch={dispatch}
          inputs={inputs}
          error={problemText('price')}
        />
      )}
      <LotsField {...props} error={problemText('lots')} />
      <StopFields {...props} problemText={problemText} />
      <TicketCosts state={state} inputs={inputs} summary={summary} />
      <EmptyAccount inputs={inputs} />
      {problemText('form') && (
        <p role="alert" className="text-12 text-bad">
          {problemText('form')}
        </p>
      )}
      <Refusal text={props.refusal} />
      <SubmitButton {...props} />
      <UnderButton {...props} />
    </section>
  );
}

interface MultipleSelectProps {
  rules: FuturesRules | undefined;
  value: number | undefined;
  onChoose: (multiple: number) => void;
}

/** Each multiple with what it needs, how much it may carry and how far it is from its end. */
function MultipleSelect({ rules, value, onChoose }: MultipleSelectProps) {
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const options = (rules?.multiples ?? []).map((one) => ({
    value: String(one.multiple),
    label: `${one.multiple}×`,
    detail:
      rules &&
      t('multipleDetail', {
        rate: formatShare(formatRate(one.maintenanceRatePpm)),
        amount: roundOf(one.notionalMaxMinor, rules),
      }),
    trailing: (
      <span className="tnum text-secondary">{formatShare(formatRate(distancePpm(one)))}</span>
    ),
  }));
  return (
    <Select
      size={44}
      label={t('multiple')}
      labelHidden
      closeLabel={common('close')}
      leading={<span className="min-w-0 shrink-99 truncate text-muted">{t('multiple')}</span>}
      sheetHead={<p className="pb-2 text-secondary">{t('multipleHead')}</p>}
      value={value === undefined ? undefined : String(value)}
      options={options}
      placeholder="–"
      disabled={rules === undefined}
      onValueChange={(next) => onChoose(Number(next))}
    />
  );
}

/** Where there is nothing to pay with, the way to fill it. */
function EmptyAccount({ inputs: { rules, available } }: Pick<FuturesTicketProps, 'inputs'>) {
  const t = useTranslations('futures');
  if (rules === undefined || available !== 0n) return null;
  return (
    <div className="flex items-center justify-between gap-3 rounded-8 bg-raised py-1 pe-1 ps-3">
      <p className="text-12 text-secondary">{t('emptyAccount', { currency: rules.quote })}</p>
      <a {...buttonLook({ size: 36 })} href={fundHref(rules.currencyId)}>
        {t('transfer')}
      </a>
    </div>
  );
}

function Refusal({ text }: { text: string | undefined }) {
  const t = useTranslations('futures');
  if (text === undefined) return null;
  return (
    <Note kind="bad">
      <span role="alert">{text}</span>{' '}
      <a className="font-medium text-brand" href={href('pages/help/center/center')}>
        {t('frozen')}
      </a>
    </Note>
  );
}

function SubmitButton(props: FuturesTicketProps) {
  const { state, inputs, isLoggedIn, isSending, onSubmit, onLogIn } = props;
  const trade = useTranslations('trade');
  const label = useOpenLabel(props);
  if (!isLoggedIn) {
    return (
      <Button variant="main" block onClick={onLogIn}>
        {trade('logIn')}
      </Button>
    );
  }
  if (inputs.state !== 'open') {
    return (
      <Button block disabled>
        {trade(inputs.state)}
      </Button>
    );
  }
  return (
    <Button
      variant={state.side === 'long' ? 'rise' : 'fall'}
      block
      busy={isSending}
      disabled={inputs.rules === undefined}
      onClick={onSubmit}
    >
      {label}
    </Button>
  );
}

/** What the button does, with how much. */
export function useOpenLabel({ state, summary }: Pick<FuturesTicketProps, 'state' | 'summary'>) {
  const t = useTranslations('futures');
  const { lots } = summary;
  if (!lots) return t(`open.${state.side}`);
  const text = t('lotsOf', { count: lots, lots: formatNumber(String(lots)) });
  return t(`open.${state.side}${state.type === 'limit' ? 'Limit' : 'Lots'}`, { lots: text });
}

/** That it waits for a price, and what can happen. */
function UnderButton({ isSending, state, summary, inputs }: FuturesTicketProps) {
  const t = useTranslations('futures');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="-my-2.5 flex items-center justify-between gap-3">
      <p role="status" className="text-12 text-muted">
        {isSending && state.type === 'market' ? t('sending') : ''}
      </p>
      <button
        type="button"
        className="h-11 text-12 font-medium text-brand"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('risk.link')}
      </button>
      <RiskSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        rules={inputs.rules}
        summary={summary}
      />
    </div>
  );
}
