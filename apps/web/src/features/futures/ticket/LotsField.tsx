import { formatAmount, formatNumber, PercentButtons, StepperField } from '@fairlead/ui';
import { formatDecimal } from '@fairlead/units';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { trimAmount } from '../amounts.ts';
import type { TicketAction, TicketInputs, TicketState, TicketSummary } from '../model.ts';
import type { FuturesRules } from '../rules.ts';

export interface LotsFieldProps {
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  summary: TicketSummary;
  error: string | undefined;
}

/** Base of a number of lots, as short as it is exact: "0.1 BTC". */
export function baseText(baseMinor: bigint, { baseScale, base }: FuturesRules): string {
  const text = formatDecimal(baseMinor, baseScale).replace(/(?:\.|(?<![.0]))0+$/, '');
  return formatAmount(text === '' ? '0' : text, undefined, base);
}

/** Whole lots with what they are in coin and quote, and shares of what is available. */
export function LotsField({ state, dispatch, inputs, summary, error }: LotsFieldProps) {
  const t = useTranslations('futures');
  const { rules } = inputs;
  const { lots = 0, lotsText } = summary;
  return (
    <>
      <StepperField
        label={t('lots')}
        lessLabel={t('lessLots')}
        moreLabel={t('moreLots')}
        value={lotsText}
        unit={t('lotsUnit', { count: lots })}
        caption={rules && <Caption rules={rules} summary={summary} />}
        onValueChange={(text) => dispatch({ kind: 'size', size: { by: 'lots', text } })}
        step="1"
        maximum={rules && String(rules.lotsMax)}
        scale={0}
        placeholder="0"
        error={error}
      />
      <PercentButtons
        label={t('share')}
        value={state.size.by === 'percent' ? state.size.percent : undefined}
        onSelect={(percent) => dispatch({ kind: 'size', size: { by: 'percent', percent } })}
      />
    </>
  );
}

function Caption({ rules, summary }: { rules: FuturesRules; summary: TicketSummary }) {
  const t = useTranslations('futures');
  const { baseMinor, notional } = summary;
  if (baseMinor === undefined || notional === undefined)
    return t('oneLot', { amount: baseText(rules.lotBaseMinor, rules) });
  const quote = formatNumber(trimAmount(formatDecimal(notional, rules.quoteScale)), 2);
  return t('worth', { base: baseText(baseMinor, rules), quote: `${quote}\u00a0${rules.quote}` });
}
