/** An order's fills and life, with their own code and words: they come when one is opened. */
import { LoadingRows } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';

const OrderLife = lazy(async () => {
  const [{ OrderLife: Loaded }] = await Promise.all([import('./OrderLife.tsx'), loadTexts('life')]);
  return { default: Loaded };
});

export function LazyOrderLife({ order }: { order: Order }) {
  return (
    <Suspense fallback={<LoadingRows count={2} mark={false} />}>
      <OrderLife key={order.id} order={order} />
    </Suspense>
  );
}
