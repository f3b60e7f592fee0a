/** How good a market was, day by day, as the server publishes it to everybody. */
import { Failed, LoadingRows, useApi } from '@fairlead/calls';
import { CoinMark, EmptyState, Select } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useQuotations } from '../../data/markets/quotations.ts';
import { QualityDays } from './QualityDays.tsx';

const DAYS = 30;
const DEFINITIONS = [
  ...(['spread', 'depth', 'effective', 'realised', 'cancelled'] as const),
  ...(['fillRatio', 'house', 'findings', 'skipped', 'recompute'] as const),
];

export function Quality() {
  const t = useTranslations('quality');
  const quotations = useQuotations();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  if (quotations.data === undefined)
    return quotations.error === null ? <LoadingRows count={6} /> : <Failed query={quotations} />;
  const symbols = quotations.data.map(({ symbol }) => symbol);
  const asked = query.get('symbol') ?? '';
  const symbol = symbols.includes(asked) ? asked : symbols[0];
  return (
    <>
      <p className="gutter pb-4 text-secondary">{t('lead')}</p>
      <div className="gutter pb-4">
        <Select
          label={t('market')}
          value={symbol}
          options={symbols.map((each) => ({
            value: each,
            label: each,
            leading: <CoinMark code={each.split('/')[0] ?? ''} size={20} />,
          }))}
          closeLabel={t('close')}
          onValueChange={(next) =>
            void navigate({ search: `?symbol=${encodeURIComponent(next)}` }, { replace: true })
          }
        />
      </div>
      {symbol !== undefined && <Market key={symbol} symbol={symbol} />}
      <section className="gutter pt-6">
        <h2 className="pb-2 text-14 font-strong">{t('meaning')}</h2>
        <ul className="grid gap-2 text-12 text-secondary">
          {DEFINITIONS.map((name) => (
            <li key={name}>{t(`defs.${name}`)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Market({ symbol }: { symbol: string }) {
  const t = useTranslations('quality');
  const query = useApi('marketQuality', { symbol, page: 1, limit: DAYS });
  const { data, error } = query;
  if (data === undefined)
    return error === null ? <LoadingRows count={6} /> : <Failed query={query} />;
  if (data.list.length === 0)
    return (
      <EmptyState>
        {t('none')} {t('noneHelp')}
      </EmptyState>
    );
  return <QualityDays days={data.list} quote={data.quote} />;
}
