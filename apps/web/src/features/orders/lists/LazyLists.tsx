/** Lists of orders, with their own code and words: they come when there is one. */
import { LoadingRows } from '@fairlead/calls';
import { type ComponentType, lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';

/** With the words of what waits for a price, which its rows say too. */
function withTexts<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [loaded] = await Promise.all([load(), loadTexts('triggers')]);
    return { default: loaded };
  });
}

const Open = withTexts(async () => (await import('./OpenLists.tsx')).OpenLists);
const Page = withTexts(async () => (await import('./ListPage.tsx')).ListPage);

export function LazyOpenLists({ symbol }: { symbol: string }) {
  return (
    <Suspense fallback={<LoadingRows count={2} mark={false} />}>
      <Open symbol={symbol} />
    </Suspense>
  );
}

export function LazyListPage({ symbol }: { symbol: string | undefined }) {
  return (
    <Suspense fallback={<LoadingRows mark={false} />}>
      <Page symbol={symbol} />
    </Suspense>
  );
}
