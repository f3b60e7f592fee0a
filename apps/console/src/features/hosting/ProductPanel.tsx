import { Link } from 'react-router';
import { formatMoney, sumOf } from '../../books/amounts.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { nextId } from '../../terms/forms.ts';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { nameOf, saleBadge } from './columns.tsx';
import type { Product } from './model.ts';
import { hostingTexts as t } from './texts.ts';

export interface ProductPanelProps {
  /** Undefined for a new one. */
  product: Product | undefined;
  products: readonly Product[];
  onClose: () => void;
}

/** One product: its terms, and what is in hosting. */
export function ProductPanel({ product, products, onClose }: ProductPanelProps) {
  const currencies = useCurrencies();
  const name = product && nameOf(currencies, product.currency_id);
  return (
    <TermsPanel
      kind="hosting"
      title={product === undefined ? t.newProduct : t.panel(product.id)}
      badge={product && saleBadge(product.is_open)}
      row={product}
      others={products}
      fresh={{ id: nextId(products), is_open: true }}
      subject={product && `hosting ${product.id} ${name}`}
      onClose={onClose}
    >
      {product && <Live product={product} currency={name ?? ''} />}
    </TermsPanel>
  );
}

function Live({ product, currency }: { product: Product; currency: string }) {
  const { id, hosting, capacity, orders } = product;
  const left = sumOf([capacity, `-${hosting}`]) ?? '0';
  return (
    <>
      <hr />
      <h3>{t.live}</h3>
      <Facts
        facts={[
          [t.liveFacts.hosting, formatMoney(hosting, currency)],
          [t.liveFacts.orders, orders.toLocaleString('en')],
          [t.liveFacts.left, formatMoney(left.startsWith('-') ? '0' : left, currency)],
        ]}
      />
      <p className="con-links mt-4">
        <Link to={`/hosting?tab=orders&product=${id}`}>{t.ordersOfProduct}</Link>
      </p>
    </>
  );
}
