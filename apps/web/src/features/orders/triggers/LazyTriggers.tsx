/** Lists of orders that wait for a price, with their own code and words: they come when there is something to list. */
import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { TriggerListProps } from './TriggerList.tsx';
import type { TriggerPageProps } from './TriggerPage.tsx';

const List = lazy(async () => {
  const [{ TriggerList }] = await Promise.all([import('./TriggerList.tsx'), loadTexts('triggers')]);
  return { default: TriggerList };
});

const Page = lazy(async () => {
  const [{ TriggerPage }] = await Promise.all([import('./TriggerPage.tsx'), loadTexts('triggers')]);
  return { default: TriggerPage };
});

/** Nothing where there is nothing. */
export function LazyTriggerList(props: TriggerListProps) {
  if (props.triggers.length === 0) return null;
  return (
    <Suspense fallback={<LoadingRows count={1} mark={false} />}>
      <List {...props} />
    </Suspense>
  );
}

export function LazyTriggerPage(props: TriggerPageProps) {
  return (
    <Suspense fallback={<LoadingRows mark={false} />}>
      <Page {...props} />
    </Suspense>
  );
}
