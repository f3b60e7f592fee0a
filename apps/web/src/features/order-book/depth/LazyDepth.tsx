/** The depth chart with its own code and words: they come when it is first looked at. */
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { DepthChartProps } from './DepthChart.tsx';

const Chart = lazy(async () => {
  const [{ DepthChart }] = await Promise.all([import('./DepthChart.tsx'), loadTexts('charting')]);
  return { default: DepthChart };
});

export function LazyDepth(props: DepthChartProps) {
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <Chart {...props} />
    </Suspense>
  );
}
