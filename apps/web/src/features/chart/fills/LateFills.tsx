import { lazy, Suspense } from 'react';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { loadTexts } from '../../../i18n/language.ts';
import { useChartSettings } from '../settings/chart-settings.ts';
import type { OwnFillsProps } from './OwnFills.tsx';

const Fills = lazy(async () => {
  const [{ OwnFills }] = await Promise.all([import('./OwnFills.tsx'), loadTexts('charting')]);
  return { default: OwnFills };
});

/** One's own fills, for who is logged in and wants them on the chart; their code comes after it. */
export function LateFills(props: OwnFillsProps) {
  const { hasOwnFills } = useChartSettings();
  const isLoggedIn = useIsLoggedIn();
  if (!hasOwnFills || !isLoggedIn) return null;
  return (
    <Suspense fallback={null}>
      <Fills {...props} />
    </Suspense>
  );
}
