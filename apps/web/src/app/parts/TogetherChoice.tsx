import { useApi } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { isReading, mayReadTogether } from '../../data/account/acting.ts';
import { loadTexts } from '../../i18n/language.ts';
import type { TogetherSegmentProps } from './TogetherSegment.tsx';

/** With words that only an owner of sub-accounts reads. */
const TogetherSegment = lazy(async () => {
  const [{ TogetherSegment: Loaded }] = await Promise.all([
    import('./TogetherSegment.tsx'),
    loadTexts('subAccounts'),
  ]);
  return { default: Loaded };
});

/** Whether a report is of one account alone or of all as one, one's own or those that are shared; nothing where there is one account. */
export function TogetherChoice(props: TogetherSegmentProps) {
  const { data = [] } = useApi('subAccounts', {});
  if (isReading ? !mayReadTogether : data.length === 0) return null;
  return (
    <Suspense fallback={<div className="h-11" />}>
      <TogetherSegment {...props} />
    </Suspense>
  );
}
