/** Lists of pairs to choose from: their code comes when one is opened. */
import { type ComponentProps, lazy, Suspense } from 'react';
import type { MarketPane } from './MarketPane.tsx';
import type { PairSheet } from './PairSheet.tsx';
import { useKept } from './use-kept.ts';

const Sheet = lazy(async () => ({ default: (await import('./PairSheet.tsx')).PairSheet }));
const Pane = lazy(async () => ({ default: (await import('./MarketPane.tsx')).MarketPane }));

export function LazyPairSheet(props: ComponentProps<typeof PairSheet>) {
  const wasOpen = useKept(props.isOpen || undefined);
  if (wasOpen === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}

export function LazyMarketPane(props: ComponentProps<typeof MarketPane>) {
  return (
    <Suspense fallback={null}>
      <Pane {...props} />
    </Suspense>
  );
}
