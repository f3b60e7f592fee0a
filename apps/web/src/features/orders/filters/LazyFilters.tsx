/** What narrows the list, with its own code and words. */
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { OrderFiltersProps } from './OrderFilters.tsx';

const OrderFilters = lazy(async () => {
  const [{ OrderFilters: Loaded }] = await Promise.all([
    import('./OrderFilters.tsx'),
    loadTexts('life'),
  ]);
  return { default: Loaded };
});

export function LazyOrderFilters(props: OrderFiltersProps) {
  return (
    <Suspense fallback={null}>
      <OrderFilters {...props} />
    </Suspense>
  );
}
