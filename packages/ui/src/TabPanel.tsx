import type { ReactNode } from 'react';

export interface TabPanelProps {
  /** The id given to `Tabs`. */
  id: string;
  /** The chosen tab. */
  value: string;
  className?: string | undefined;
  children: ReactNode;
}

/** What the chosen tab shows. */
export function TabPanel({ id, value, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab-${value}`}
      className={className}
    >
      {children}
    </div>
  );
}
