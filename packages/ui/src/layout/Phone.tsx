import type { ReactNode } from 'react';

export interface PhoneProps {
  /** Leaves room for the tab bar. */
  tabs?: boolean;
  /** From 1024 px on the column may be 1120 wide: chart beside ticket. */
  wide?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** The phone's column, at most 480 px, in a quiet frame on wider screens. */
export function Phone({ tabs = false, wide = false, className, children }: PhoneProps) {
  return (
    <div
      className={className ? `fl-phone ${className}` : 'fl-phone'}
      data-tabs={tabs || undefined}
      data-wide={wide || undefined}
    >
      {children}
    </div>
  );
}

/** Holds the page's main button at the bottom, hairline above. Leave 64 px under the content. */
export function Dock({ children }: { children: ReactNode }) {
  return <div className="fl-dock">{children}</div>;
}
