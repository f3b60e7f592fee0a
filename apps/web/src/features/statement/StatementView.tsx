import type { Statement } from '@fairlead/contract';
import { CoinMark, EmptyState, formatDate, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { tidy } from '../../data/tidy.ts';

type Correction = NonNullable<Statement['corrections']>[number];
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
      {statement.corrections !== undefined && (
        <Corrections
          list={statement.corrections}
          nameOf={(id) =>
            statement.currencies.find(({ currency_id }) => currency_id === id)?.name ?? String(id)
          }
        />
      )}
    </div>
  );
}

function Currency({ currency }: { currency: CurrencyStatement }) {
  const t = useTranslations('portfolio.statement');
  const { name, opening, closing, movements, on_the_way: onTheWay } = currency;
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
          ...(onTheWay === undefined
            ? []
            : [{ id: 'way', label: t('onTheWay'), value: <Amount value={tidy(onTheWay)} /> }]),
        ]}
      />
    </section>
  );
}

interface CorrectionsProps {
  list: readonly Correction[];
  nameOf: (currencyId: number) => string;
}

/** What the owner did not do themselves, one by one: when, how much, why, and by which operators. */
function Corrections({ list, nameOf }: CorrectionsProps) {
  const t = useTranslations('portfolio.statement');
  const locale = useLocale();
  return (
    <section aria-label={t('corrections')} className="gutter">
      <h2 className="pb-2 font-strong">{t('corrections')}</h2>
      <ul className="grid gap-3">
        {list.map(({ id, time, amount, note, currency_id }) => (
          <li key={id}>
            <div className="flex justify-between gap-4">
              <span>{formatDate(time, 'full', locale)}</span>
              <span>
                <Amount value={tidy(amount)} isSigned />{' '}
                <span className="text-12 text-muted">{nameOf(currency_id)}</span>
              </span>
            </div>
            <p className="text-12 text-secondary">{note}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
