import type { PositionsSummary } from '@fairlead/contract';
import { formatAmount, formatShare, KeyValues, Masked, Term } from '@fairlead/ui';
import { formatDecimal } from '@fairlead/units';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSetting } from '../../../data/account/settings.ts';
import {
  amountText,
  ratioText,
  resultDecimals,
  resultOf,
  resultText,
  trimAmount,
} from '../amounts.ts';
import { type Totals, totalsOf } from '../figures.ts';
import type { LivePosition } from './use-positions.ts';

export interface PositionTotalsProps {
  positions: readonly LivePosition[];
  /** They are all that there are; else the server's sums stand. */
  isWhole: boolean;
  /** The server's, for what cannot be added up here. */
  summary: PositionsSummary;
}

/** Those of one currency and with a price can be added up here, anew with every sample. */
function liveTotals(positions: readonly LivePosition[]): Totals | undefined {
  const currencies = new Set(positions.map(({ position }) => position.currency_id));
  if (currencies.size > 1) return undefined;
  const priced = positions.flatMap(({ held, price }) =>
    held === undefined || price === undefined ? [] : [{ held, price }],
  );
  return priced.length < positions.length ? undefined : totalsOf(priced);
}

/** Margin, result and risk of all positions together. */
export function PositionTotals({ positions, isWhole, summary }: PositionTotalsProps) {
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const totals = isWhole ? liveTotals(positions) : undefined;
  const scale = positions[0]?.held?.quoteScale ?? 2;
  const isStale = positions.some((one) => one.isStale);
  const margin = totals ? amountText(totals.margin, scale) : trimAmount(summary.margin);
  const net = totals ? resultOf(totals.net, scale) : resultText(summary.net_pnl);
  const isLoss = totals ? totals.net < 0n : summary.net_pnl.startsWith('-');
  const risk = totals ? ratioText(totals.riskPpm) : formatShare(summary.risk_rate);
  const mask = (text: string) => (
    <Masked masked={isHidden} label={common('hidden')}>
      {text}
    </Masked>
  );
  return (
    <dl
      aria-label={t('summary.label')}
      className={`gutter grid grid-cols-3 gap-2 border-b border-hairline py-2.5 ${isStale ? 'fl-stale' : ''}`}
    >
      <Stat label={t('summary.margin')}>{mask(formatAmount(margin, resultDecimals(scale)))}</Stat>
      <Stat label={t('summary.pnl')} align="center">
        <span className={/[1-9]/.test(net) ? (isLoss ? 'text-fall' : 'text-rise') : ''}>
          {mask(net)}
        </span>
      </Stat>
      <Stat
        align="right"
        label={
          <Term
            title={t('summary.risk')}
            sentence={t('term.risk')}
            closeLabel={common('close')}
            example={totals && <RiskExample totals={totals} scale={scale} risk={risk} />}
          >
            {t('summary.risk')}
          </Term>
        }
      >
        {risk}
      </Stat>
    </dl>
  );
}

function RiskExample({ totals, scale, risk }: { totals: Totals; scale: number; risk: string }) {
  const t = useTranslations('futures');
  const text = (amount: bigint) =>
    formatAmount(formatDecimal(amount, scale), resultDecimals(scale));
  return (
    <KeyValues
      rows={[
        { label: t('term.riskNeeded'), value: text(totals.maintenance) },
        { label: t('term.riskEquity'), value: text(totals.equity) },
        { label: t('summary.risk'), value: risk, total: true },
      ]}
    />
  );
}

const ALIGN = { left: '', center: 'text-center', right: 'text-end' } as const;

interface StatProps {
  label: ReactNode;
  align?: keyof typeof ALIGN;
  children: ReactNode;
}

/** A figure under its name. */
export function Stat({ label, align = 'left', children }: StatProps) {
  return (
    <div className={`min-w-0 ${ALIGN[align]}`}>
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="font-medium whitespace-nowrap">{children}</dd>
    </div>
  );
}
