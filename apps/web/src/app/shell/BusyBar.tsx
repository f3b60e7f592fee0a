import { LOADING_INDICATOR_MS } from '@fairlead/contract/constants';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsBusy } from '../../data/calls/query.ts';

/** A line at the top once something the user waits for has taken a second. */
export function BusyBar() {
  const t = useTranslations('common');
  const isShown = useDelayedFlag(useIsBusy(), LOADING_INDICATOR_MS);
  if (!isShown) return null;
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="busy-bar fixed inset-x-0 top-0 z-50 mx-auto h-0.5 max-w-phone overflow-hidden"
    />
  );
}

/** True once `isOn` has held for `delayMs` without a break; false at once when it ends. */
export function useDelayedFlag(isOn: boolean, delayMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn, delayMs]);
  return isOn && isLate;
}
