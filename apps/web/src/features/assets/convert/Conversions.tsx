import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import type { Conversion } from '@fairlead/contract';
import {
  Card,
  EmptyState,
  formatDate,
  formatPercent,
  formatPrice,
  KeyValues,
  Tag,
  TextLink,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';

/** Own conversions and purchases of plans, newest first: what was quoted, what came, and a receipt of each leg. */
export function Conversions() {
  const t = useTranslations('convert.history');
  const query = useApiPages('conversions', {});
  return (
    <Listing
      query={query}
      loading={<LoadingRows count={4} />}
      empty={<EmptyState>{t('none')}</EmptyState>}
    >
      {(list) => (
        <ul aria-label={t('list')} className="gutter grid gap-3 pt-2">
          {list.map((conversion) => (
            <li key={conversion.id}>
              <ConversionCard conversion={conversion} />
            </li>
          ))}
        </ul>
      )}
    </Listing>
  );
}

/** Worse has a plus: it is a cost. */
const signed = (rate: string): string => formatPercent(rate, 3, 'always');

function ConversionCard({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('convert');
  const locale = useLocale();
  const { from_currency: from, to_currency: to, spent, received, quoted, legs } = conversion;
  const rows = [
    { label: t('spent'), value: <Amount value={tidy(spent)} unit={from} /> },
    quoted !== undefined && {
      label: t('history.quoted'),
      value: <Amount value={tidy(quoted)} unit={to} />,
    },
    { label: t('received'), value: <Amount value={tidy(received)} unit={to} />, total: true },
    { label: t('cost'), value: signed(conversion.cost_rate) },
  ].filter((row) => row !== false);
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3 pb-1">
        <h2 className="flex flex-wrap items-center gap-2 font-medium">
          {t('history.pair', { from, to })}
          {conversion.plan_id !== undefined && <Tag kind="plain">{t('history.plan')}</Tag>}
        </h2>
        <time className="text-12 text-muted">{formatDate(conversion.at, 'full', locale)}</time>
      </div>
      <KeyValues size={12} rows={rows} />
      {legs.map((leg) => (
        <LegLines key={leg.order_id} leg={leg} />
      ))}
    </Card>
  );
}

function LegLines({ leg }: { leg: Conversion['legs'][number] }) {
  const t = useTranslations('convert');
  const average = tidy(leg.average_price);
  // As fine as what was traded at: the index has more digits than anybody can trade at.
  const decimals = average.split('.')[1]?.length ?? 0;
  return (
    <section className="mt-2 border-t border-hairline pt-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-12">
        <h3 className="font-medium">{t(`leg.${leg.side}`, { symbol: leg.symbol })}</h3>
        <TextLink href={href('pages/settlement/receipt', { id: leg.receipt_id })} chevron>
          {t('history.receipt', { id: String(leg.receipt_id) })}
        </TextLink>
      </div>
      <KeyValues
        size={12}
        rows={[
          { label: t('average'), value: formatPrice(average) },
          { label: t('index'), value: formatPrice(leg.index_price, decimals) },
          { label: t('toIndex'), value: signed(leg.index_spread_rate) },
          {
            label: t('feeOf'),
            value: <Amount value={tidy(leg.fee)} unit={leg.fee_currency} />,
          },
        ]}
      />
    </section>
  );
}
