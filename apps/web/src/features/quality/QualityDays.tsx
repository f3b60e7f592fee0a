import type { MarketDayView } from '@fairlead/contract';
import {
  formatAmount,
  formatDate,
  formatExactShare,
  formatShare,
  type KeyValue,
  KeyValues,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { UnfoldingDays } from '../../app/parts/UnfoldingDays.tsx';

const RATE_DECIMALS = 3;

/** Days, the newest first and open; each opens to its figures. */
export function QualityDays({ days, quote }: { days: readonly MarketDayView[]; quote: string }) {
  const t = useTranslations('quality');
  const locale = useLocale();
  return (
    <UnfoldingDays
      words={{ list: t('days'), more: t('more') }}
      hasFirstOpen
      days={days.map((day) => ({
        id: day.day,
        date: formatDate(noonOf(day.day), 'date', locale),
        end: (
          <>
            <span className="fl-row-value tnum">{formatShare(day.spread, RATE_DECIMALS)}</span>
            <span className="fl-row-caption">{t('spread')}</span>
          </>
        ),
        figures: () => <Figures day={day} quote={quote} />,
      }))}
    />
  );
}

/** A day of UTC by its own date, wherever its reader is: its noon is the same date almost everywhere. */
const noonOf = (dayMs: number): number => {
  const date = new Date(dayMs);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12).getTime();
};

function Figures({ day, quote }: { day: MarketDayView; quote: string }) {
  const t = useTranslations('quality');
  const amount = (value: string | undefined) => formatAmount(value, 0, quote);
  const rate = (value: string | undefined) => formatShare(value, RATE_DECIMALS);
  const share = (value: string | undefined) => formatShare(value, 1);
  const depth = (bps: number, value: string | undefined): KeyValue => ({
    id: `depth ${bps}`,
    label: `${t('depth')}: ${t('depthOf', { share: formatExactShare(String(bps / 10_000), 0) })}`,
    value: amount(value),
  });
  return (
    <KeyValues
      size={12}
      className="gutter pb-4"
      rows={[
        { label: t('spread'), value: rate(day.spread) },
        depth(10, day.depth_10),
        depth(50, day.depth_50),
        depth(100, day.depth_100),
        { label: t('twoSided'), value: share(day.two_sided) },
        { label: t('effective'), value: rate(day.effective_spread) },
        { label: t('realised'), value: rate(day.realised_spread) },
        { label: t('impact'), value: rate(day.price_impact) },
        { label: t('turnover'), value: amount(day.turnover) },
        { label: t('trades'), value: formatAmount(String(day.trades), 0) },
        { label: t('house'), value: share(day.house_maker) },
        { label: t('houseBoth'), value: share(day.house_both) },
        { label: t('orders'), value: formatAmount(String(day.orders), 0) },
        { label: t('cancelled'), value: share(day.cancelled) },
        { label: t('fillRatio'), value: share(day.fill_ratio) },
        ...(day.skipped > 0
          ? [{ label: t('skipped'), value: formatAmount(String(day.skipped), 0) }]
          : []),
        ...findingRows(day, t),
      ]}
    />
  );
}

function findingRows(
  { findings }: MarketDayView,
  t: ReturnType<typeof useTranslations<'quality'>>,
): KeyValue[] {
  if (findings.length === 0) return [{ label: t('findings'), value: t('noFindings'), total: true }];
  return findings.map(({ rule, found, dismissed }, at) => ({
    id: rule,
    label: `${t('findings')}: ${t(`rules.${rule}`)}`,
    value: [t('finding', { found }), dismissed > 0 && t('dismissed', { count: dismissed })]
      .filter(Boolean)
      .join(', '),
    total: at === 0,
  }));
}
