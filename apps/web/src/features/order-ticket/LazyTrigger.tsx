/** What only orders that wait for a price or for one another need, with its own words: it comes when the first one is chosen. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/language.ts';
import type { ExitFields, PairFields } from './ListFields.tsx';
import { isList } from './list-order.ts';
import type { TriggerFields, TriggerWordsProps } from './TriggerFields.tsx';

const load = () =>
  Promise.all([import('./TriggerFields.tsx'), loadTexts('triggers')]).then(([fields]) => fields);

const loadList = () =>
  Promise.all([import('./ListFields.tsx'), loadTexts('triggers')]).then(([fields]) => fields);

const Pair = lazy(async () => ({ default: (await loadList()).PairFields }));
const Exits = lazy(async () => ({ default: (await loadList()).ExitFields }));
const ListSentences = lazy(async () => {
  const [{ ListWords }] = await Promise.all([import('./ListWords.tsx'), loadTexts('triggers')]);
  return { default: ListWords };
});
const Fields = lazy(async () => ({ default: (await load()).TriggerFields }));
const Words = lazy(async () => ({ default: (await load()).TriggerWords }));

export function LazyTriggerFields(props: ComponentProps<typeof TriggerFields>) {
  return (
    <Suspense fallback={<div className="h-12" aria-busy="true" />}>
      <Fields {...props} />
    </Suspense>
  );
}

/** The order in one sentence; nothing of one that does not wait. */
export function LazyTriggerWords(props: TriggerWordsProps) {
  if (props.state.trigger === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Words {...props} />
    </Suspense>
  );
}

/** Of an OCO: its stop. */
export function LazyPairFields(props: ComponentProps<typeof PairFields>) {
  return (
    <Suspense fallback={<div className="h-12" aria-busy="true" />}>
      <Pair {...props} />
    </Suspense>
  );
}

/** A take-profit and a stop-loss behind an order. */
export function LazyExitFields(props: ComponentProps<typeof ExitFields>) {
  return (
    <Suspense fallback={<div className="h-12" aria-busy="true" />}>
      <Exits {...props} />
    </Suspense>
  );
}

/** What orders of a list do to one another; nothing of one that stands alone. */
export function LazyListWords(props: TriggerWordsProps) {
  if (!isList(props.state)) return null;
  return (
    <Suspense fallback={null}>
      <ListSentences {...props} />
    </Suspense>
  );
}
