/** The list that an order is of, with its own code and words: they come with the details of one. */
import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';

const Own = lazy(async () => {
  const [{ OwnList }] = await Promise.all([import('./OwnList.tsx'), loadTexts('triggers')]);
  return { default: OwnList };
});

/** Nothing of an order that stands alone. */
export function LazyOwnList({ id }: { id: number | undefined }) {
  if (id === undefined) return null;
  return (
    <Suspense fallback={<LoadingRows count={2} mark={false} />}>
      <Own key={id} id={id} />
    </Suspense>
  );
}
