import {
  formatAmount,
  formatPrice,
  formatRateShare,
  formatShare,
  type KeyValue,
  Masked,
} from '@fairlead/ui';
import { type AmountMinor, amountMinor, formatDecimal } from '@fairlead/units';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../../app/parts/RowsTerm.tsx';
import { useSetting } from '../../../data/account/settings.ts';
import { amountOf, costOf, resultDecimals } from '../amounts.ts';
import { priceText, type TicketInputs, type TicketState, type TicketSummary } from '../model.ts';
import type { FuturesRules } from '../rules.ts';

export interface TicketCostsProps {
  state: TicketState;
  inputs: TicketInputs;
  summary: TicketSummary;
}

interface TermsOf extends TicketCostsProps {
  readonly rules: FuturesRules;
}

/** Six lines directly above the button; the dotted ones explain themselves with this ticket's figures. */
export function TicketCosts(props: TicketCostsProps) {
  const { state, inputs, summary } = props;
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const { rules } = inputs;
  const { openPrice, liquidation, margin, fee, need } = summary;
  const price = (value: typeof openPrice) =>
    formatPrice(value && rules && priceText(value, rules), rules?.priceDecimals);
  const money = (amount: AmountMinor | undefined) =>
    costOf(amount, rules ?? { quoteScale: 0, quote: '' });
  const own =
    inputs.available !== undefined && rules
      ? formatDecimal(inputs.available, rules.quoteScale)
      : undefined;
  const given = rules && { ...props, rules };
  const opens = t(state.type === 'limit' ? 'opensLimit' : 'opensAbout');
  const feeLabel = t('fee', { rate: rules ? formatRateShare(rules.openFeePpm) : '' });
  return (
    <dl
      aria-label={t('costs')}
      className="grid gap-x-6 gap-y-1.5 text-12 leading-[1.125rem] whitespace-nowrap [&_.fl-term]:-my-[3px] [&_.fl-term]:py-[3px] [&_.fl-term]:before:inset-y-0"
      // One below the other where two would break their figures off.
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(157px, 1fr))' }}
    >
      <Line label={given ? <OpensTerm {...given}>{opens}</OpensTerm> : opens}>
        {price(openPrice)}
      </Line>
      <Line
        label={
          given ? (
            <LiquidationTerm {...given}>{t('liquidation')}</LiquidationTerm>
          ) : (
            t('liquidation')
          )
        }
      >
        {price(summary.lots ? liquidation : undefined)}
      </Line>
      <Line label={given ? <MarginTerm {...given}>{t('margin')}</MarginTerm> : t('margin')}>
        {money(margin)}
      </Line>
      <Line label={given ? <FeeTerm {...given}>{feeLabel}</FeeTerm> : feeLabel}>{money(fee)}</Line>
      <Line label={t('available')}>
        <Masked masked={isHidden && inputs.available !== undefined} label={common('hidden')}>
          {formatAmount(own, rules && resultDecimals(rules.quoteScale), rules?.quote)}
        </Masked>
      </Line>
      <Line label={given ? <NeededTerm {...given}>{t('needed')}</NeededTerm> : t('needed')}>
        <b className="font-strong">{money(need)}</b>
      </Line>
    </dl>
  );
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className="ms-auto font-medium">{children}</dd>
    </div>
  );
}

type NamedTerm = TermsOf & { children: string };

const shown = (value: Parameters<typeof priceText>[0] | undefined, rules: FuturesRules) =>
  formatPrice(value && priceText(value, rules));

function OpensTerm({ state, inputs, summary, rules, children }: NamedTerm) {
  const t = useTranslations('futures');
  const isLimit = state.type === 'limit';
  return (
    <RowsTerm
      title={children}
      sentence={t(isLimit ? 'term.opensLimit' : 'term.opens')}
      rows={[
        { label: t('term.index'), value: shown(inputs.index, rules) },
        { label: t('term.halfSpread'), value: formatRateShare(rules.halfSpreadPpm) },
        { label: children, value: shown(summary.openPrice, rules), total: true },
      ]}
    >
      {children}
    </RowsTerm>
  );
}

function LiquidationTerm({ summary, rules, children }: NamedTerm) {
  const t = useTranslations('futures');
  const { multiple, openPrice, liquidation } = summary;
  const part = multiple && 1_000_000n / BigInt(multiple.multiple);
  return (
    <RowsTerm
      title={children}
      sentence={t('term.liquidation')}
      rows={[
        { label: t('opensAbout'), value: shown(openPrice, rules) },
        {
          label: `${t('term.perMultiple')} (${multiple?.multiple ?? ''}×)`,
          value: formatShare(part === undefined ? undefined : formatDecimal(part, 6)),
        },
        {
          label: t('term.maintenanceRate'),
          value: multiple ? formatRateShare(multiple.maintenanceRatePpm) : '–',
        },
        { label: children, value: shown(liquidation, rules), total: true },
      ]}
    >
      {children}
    </RowsTerm>
  );
}

function useWorthLabel({ summary }: TermsOf): string {
  const t = useTranslations('futures');
  const lots = summary.lots ?? 0;
  return t('term.worth', { lots: t('lotsOf', { count: lots, lots: String(lots) }) });
}

function MarginTerm(props: NamedTerm) {
  const { summary, rules, children } = props;
  const t = useTranslations('futures');
  return (
    <RowsTerm
      title={children}
      sentence={t('term.margin')}
      rows={[
        { label: useWorthLabel(props), value: amountOf(summary.notional, rules) },
        { label: t('multiple'), value: `÷ ${summary.multiple?.multiple ?? '–'}` },
        { label: children, value: amountOf(summary.margin, rules), total: true },
      ]}
    >
      {children}
    </RowsTerm>
  );
}

function FeeTerm(props: NamedTerm) {
  const { summary, rules, children } = props;
  const t = useTranslations('futures');
  const { notional, fee, closeFee } = summary;
  return (
    <RowsTerm
      title={t('detail.openFee')}
      sentence={t('term.fee')}
      rows={[
        { label: useWorthLabel(props), value: amountOf(notional, rules) },
        {
          label: t('term.openFee', { rate: formatRateShare(rules.openFeePpm) }),
          value: amountOf(fee, rules),
        },
        {
          label: t('term.closeFee', { rate: formatRateShare(rules.closeFeePpm) }),
          value: amountOf(closeFee, rules),
        },
      ]}
    >
      {children}
    </RowsTerm>
  );
}

function NeededTerm({ state, summary, rules, children }: NamedTerm) {
  const t = useTranslations('futures');
  const { margin, fee, need } = summary;
  const hasCushion = state.type === 'limit' && state.side === 'short';
  const cushion =
    need === undefined || margin === undefined || fee === undefined
      ? undefined
      : amountMinor(need - margin - fee);
  const rows: (KeyValue | false)[] = [
    { label: t('margin'), value: amountOf(margin, rules) },
    { label: t('detail.openFee'), value: amountOf(fee, rules) },
    hasCushion && { label: t('term.cushion'), value: amountOf(cushion, rules) },
    { label: children, value: amountOf(need, rules), total: true },
  ];
  return (
    <RowsTerm
      title={children}
      sentence={t(hasCushion ? 'term.neededShort' : 'term.needed')}
      rows={rows.filter((row) => row !== false)}
    >
      {children}
    </RowsTerm>
  );
}
