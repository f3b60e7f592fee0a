import type { Statement } from '@fairlead/contract';
import { CoinMark, EmptyState, KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Amount } from '../../app/Amount.tsx';
import { tidy } from '../../data/tidy.ts';

type CurrencyStatement = Statement['currencies'][number];

/** What each currency opened at, what moved it, and what it closed at: the sums are exact. */
export function StatementView({ statement }: { statement: Statement }) {
  const t = useTranslations('portfolio.statement');
  if (statement.currencies.length === 0) return <EmptyState>{t('empty')}</EmptyState>;
  return (
    <div className="grid grid-cols-1 gap-5">
      {statement.currencies.map((currency) => (
        <Currency key={currency.currency_id} currency={currency} />
      ))}
    </div>
  );
}

function Currency({ currency }: { currency: CurrencyStatement }) {
  const t = useTranslations('portfolio.statement');
  const { name, opening, closing, movements } = currency;
  return (
    <section aria-label={name} className="gutter">
      <h2 className="flex items-center gap-2 pb-2 font-strong">
        <CoinMark code={name} size={20} />
        {name}
      </h2>
      <KeyValues
        rows={[
          { id: 'opening', label: t('opening'), value: <Amount value={tidy(opening)} /> },
          ...movements.map(({ kind, label, amount, count }) => ({
            id: kind,
            label: (
              <>
                {label} <span className="text-12 text-muted">×{count}</span>
              </>
            ),
            value: <Amount value={tidy(amount)} isSigned />,
          })),
          {
            id: 'closing',
            label: t('closing'),
            value: <Amount value={tidy(closing)} />,
            total: true,
          },
        ]}
      />
    </section>
  );
}
