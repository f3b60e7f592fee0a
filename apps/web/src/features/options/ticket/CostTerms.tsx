import { formatAmount, formatNumber, formatShare } from '@fairlead/ui';
import { formatRate, type RatePpm } from '@fairlead/units';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../../app/parts/RowsTerm.tsx';
import { moneyText, type OptionRules } from '../option-rules.ts';
import type { TicketSummary } from './model.ts';

/** "1%", "0.25%"; decimals only where they say something. */
export const rateText = (rate: RatePpm): string =>
  formatShare(formatRate(rate), rate % 10_000n === 0n ? 0 : 2);

export interface CostTermsProps {
  rules: OptionRules;
  summary: TicketSummary;
}

/** The two figures that stand above the buttons: what can be lost, and how often one must be right. */
export function CostTerms({ rules, summary }: CostTermsProps) {
  const t = useTranslations('options.ticket');
  const { cost } = summary;
  const text = formatNumber(cost && moneyText(cost, rules.scale));
  return (
    <p className="flex flex-wrap justify-between gap-x-3 gap-y-2 text-12 text-secondary">
      <span>
        {t.rich('mostLost', {
          cost: text,
          b: (chunks) => <b className="font-strong text-text">{chunks}</b>,
          term: (chunks) => (
            <MostLostTerm rules={rules} summary={summary}>
              {chunks}
            </MostLostTerm>
          ),
        })}
      </span>
      <BreakEvenTerm rules={rules} summary={summary} />
    </p>
  );
}

function MostLostTerm({ rules, summary, children }: CostTermsProps & { children: ReactNode }) {
  const t = useTranslations('options.term.mostLost');
  const { currency, scale } = rules;
  const money = (amount: bigint | undefined) =>
    formatAmount(amount === undefined ? undefined : moneyText(amount, scale), undefined, currency);
  return (
    <RowsTerm
      title={t('title')}
      sentence={t('sentence')}
      rows={[
        { label: t('stake'), value: money(summary.stake) },
        { label: t('fee', { rate: rateText(rules.feePpm) }), value: money(summary.fee) },
        { label: t('total'), value: money(summary.cost), total: true },
      ]}
    >
      {children}
    </RowsTerm>
  );
}

const SHOWN_DECIMALS = 1;

function BreakEvenTerm({ rules, summary }: CostTermsProps) {
  const t = useTranslations('options.term.breakEven');
  const ticket = useTranslations('options.ticket');
  const { currency, scale } = rules;
  const { cost, right, breakEven } = summary;
  const money = (amount: bigint | undefined) =>
    formatNumber(amount === undefined ? undefined : moneyText(amount, scale));
  const rate = (decimals: number) => formatShare(breakEven && formatRate(breakEven), decimals);
  return (
    <RowsTerm
      title={t('title')}
      sentence={t('sentence')}
      rows={[
        { label: t('cost'), value: `${money(cost)} ${currency}` },
        { label: t('back'), value: `${money(right?.back)} ${currency}` },
        {
          id: 'rate',
          label: t('rate', { cost: money(cost), back: money(right?.back) }),
          value: rate(2),
          total: true,
        },
      ]}
    >
      {ticket('breakEven', { rate: rate(SHOWN_DECIMALS) })}
    </RowsTerm>
  );
}
