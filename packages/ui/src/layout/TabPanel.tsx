import type { ReactNode } from 'react';
import { haptic } from '../actions/haptic.ts';
import { useSwipe } from './use-swipe.ts';

export interface TabPanelProps {
  /** The id given to `Tabs`. */
  id: string;
  /** The chosen tab. */
  value: string;
  className?: string | undefined;
  children: ReactNode;
}

/** What the chosen tab shows. A swipe to the side chooses the tab beside it, as a tap on it would. */
export function TabPanel({ id, value, className, children }: TabPanelProps) {
  const tabId = `${id}-tab-${value}`;
  const swipe = useSwipe((step) => {
    const tab = document.getElementById(tabId);
    const next = step > 0 ? tab?.nextElementSibling : tab?.previousElementSibling;
    if (!(next instanceof HTMLElement)) return;
    haptic();
    next.click();
  });
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={tabId}
      className={className}
      {...swipe}
    >
      {children}
    </div>
  );
}
