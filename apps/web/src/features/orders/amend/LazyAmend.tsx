/** The sheet that changes an order, with its own code and words: they come when one is changed. */
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { AmendSheetProps } from './AmendSheet.tsx';

const AmendSheet = lazy(async () => {
  const [{ AmendSheet: Loaded }] = await Promise.all([
    import('./AmendSheet.tsx'),
    loadTexts('amend'),
  ]);
  return { default: Loaded };
});

/** Nothing while no order is changed. */
export function LazyAmendSheet({
  order,
  ...props
}: Omit<AmendSheetProps, 'order'> & { order: AmendSheetProps['order'] | undefined }) {
  if (order === undefined) return null;
  return (
    <Suspense fallback={null}>
      <AmendSheet key={order.id} order={order} {...props} />
    </Suspense>
  );
}
