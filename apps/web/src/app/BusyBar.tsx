import { LOADING_INDICATOR_MS } from '@fairlead/contract/constants';
import { useTranslations } from 'use-intl';
import { useIsBusy } from '../data/query.ts';
import { useDelayedFlag } from './use-delayed-flag.ts';

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
