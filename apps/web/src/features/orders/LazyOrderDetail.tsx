/** An order with everything that is known of it: its code comes when one is opened. */
import { lazy, Suspense } from 'react';
import { useKept } from '../../app/parts/use-kept.ts';
import type { OrderDetailProps } from './OrderDetail.tsx';

const Detail = lazy(async () => ({ default: (await import('./OrderDetail.tsx')).OrderDetail }));

export function LazyOrderDetail(props: OrderDetailProps) {
  // It closes as it was.
  const kept = useKept(props.order);
  if (kept === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Detail {...props} />
    </Suspense>
  );
}
