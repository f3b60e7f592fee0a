import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { OrderTableProps } from './OrderTable.tsx';

const Lines = lazy(async () => {
  const [{ OrderTable }] = await Promise.all([import('./OrderTable.tsx'), loadTexts('desk')]);
  return { default: OrderTable };
});

export function LazyOrderTable(props: OrderTableProps) {
  return (
    <Suspense fallback={<LoadingRows count={2} mark={false} />}>
      <Lines {...props} />
    </Suspense>
  );
}
