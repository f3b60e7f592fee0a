/** What only orders that wait for a price need, with its own words: it comes when the first one is chosen. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/language.ts';
import type { TriggerFields, TriggerWordsProps } from './TriggerFields.tsx';

const load = () =>
  Promise.all([import('./TriggerFields.tsx'), loadTexts('triggers')]).then(([fields]) => fields);

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
