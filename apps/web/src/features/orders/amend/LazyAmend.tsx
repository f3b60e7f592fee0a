/** The sheet that changes an order, with its own code and words: they come when one is changed. */
import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { AmendSheetProps } from './AmendSheet.tsx';
import type { InPlaceProps } from './InPlace.tsx';
import type { TriggerInPlaceProps } from './TriggerInPlace.tsx';

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

const InPlace = lazy(async () => {
  const [{ InPlace: Loaded }] = await Promise.all([import('./InPlace.tsx'), loadTexts('amend')]);
  return { default: Loaded };
});

/** In the order's row. */
export function LazyInPlace(props: InPlaceProps) {
  return (
    <Suspense fallback={<LoadingRows count={1} mark={false} />}>
      <InPlace {...props} />
    </Suspense>
  );
}

const TriggerInPlace = lazy(async () => {
  const [{ TriggerInPlace: Loaded }] = await Promise.all([
    import('./TriggerInPlace.tsx'),
    loadTexts('amend'),
  ]);
  return { default: Loaded };
});

/** In the row of an order that waits for a price. */
export function LazyTriggerInPlace(props: TriggerInPlaceProps) {
  return (
    <Suspense fallback={<LoadingRows count={1} mark={false} />}>
      <TriggerInPlace {...props} />
    </Suspense>
  );
}
