import type { Portfolio, PortfolioDay } from '@fairlead/contract';
import { KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../app/parts/RowsTerm.tsx';
import { Gain } from './Gain.tsx';
import { type Product, shownProducts } from './model.ts';

/** What each product brought; each name explains how it is counted, in the reader's own figures. */
export function ProductList({ portfolio }: { portfolio: Portfolio }) {
  const t = useTranslations('portfolio');
  const { total } = portfolio;
  return (
    <KeyValues
      className="gutter"
      rows={[
        ...shownProducts(total).map((product) => ({
          id: product,
          label: <ProductTerm product={product} portfolio={portfolio} />,
          value: <Gain value={total[product]} />,
        })),
        { id: 'pnl', label: t('pnl'), value: <Gain value={total.pnl} />, total: true },
      ]}
    />
  );
}

function ProductTerm({ product, portfolio }: { product: Product; portfolio: Portfolio }) {
  const t = useTranslations('portfolio');
  const { days, total } = portfolio;
  const of = (pick: (one: string, other: string) => boolean): PortfolioDay | undefined =>
    days.reduce<PortfolioDay | undefined>(
      (found, day) => (found && !pick(day[product], found[product]) ? found : day),
      undefined,
    );
  // Only which day is shown hangs on the comparison.
  const best = of((one, other) => Number(one) > Number(other));
  const worst = of((one, other) => Number(one) < Number(other));
  return (
    <RowsTerm
      title={t(`product.${product}`)}
      sentence={t(`explain.${product}`)}
      rows={[
        { label: t('total'), value: <Gain value={total[product]} />, total: true },
        ...(best ? [{ label: t('best'), value: <Gain value={best[product]} /> }] : []),
        ...(worst ? [{ label: t('worst'), value: <Gain value={worst[product]} /> }] : []),
      ]}
    >
      {t(`product.${product}`)}
    </RowsTerm>
  );
}
