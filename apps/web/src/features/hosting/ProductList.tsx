import { Failed, useApi } from '@fairlead/calls';
import { EmptyState, List, Skeleton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { ProductRow } from './ProductRow.tsx';

/** Others buy too: what remains is asked for anew. */
const REFETCH_MS = 30_000;
const LOADING_ROWS = ['first', 'second', 'third', 'fourth'];

/** What is on sale, as the server orders it. */
export function ProductList() {
  const t = useTranslations('hosting');
  const query = useApi('hostingProducts', {}, { pollMs: REFETCH_MS });
  if (query.data === undefined) {
    return query.error ? <Failed query={query} failed={t('productsFailed')} /> : <Loading />;
  }
  if (query.data.length === 0) return <EmptyState>{t('noProducts')}</EmptyState>;
  return (
    <List label={t('products')}>
      {query.data.map((product) => (
        <ProductRow key={product.id} product={product} />
      ))}
    </List>
  );
}

function Loading() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true">
      <span className="fl-sr">{t('loading')}</span>
      {LOADING_ROWS.map((row) => (
        <div key={row} className="gutter flex gap-3 pt-3 pb-4">
          <Skeleton width={36} height={36} round />
          <div className="grid flex-1 gap-2.5 pt-2">
            <Skeleton width={120} height={16} />
            <Skeleton width={200} height={20} />
            <Skeleton height={12} />
            <Skeleton width="70%" height={12} />
          </div>
        </div>
      ))}
    </div>
  );
}
