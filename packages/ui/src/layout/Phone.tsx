import type { ReactNode } from 'react';

export interface PhoneProps {
  /** Leaves room for the tab bar. */
  tabs?: boolean;
  /** On a desk: no column, and how the page uses the width. Undefined is a phone. */
  desk?: 'form' | 'wide' | 'full' | 'terminal' | 'detail' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The phone's column, at most 480 px, in a quiet frame on wider screens; on a desk the whole window. */
export function Phone({ tabs = false, desk, className, children }: PhoneProps) {
  return (
    <div
      className={className ? `fl-phone ${className}` : 'fl-phone'}
      data-tabs={tabs || undefined}
      data-desk={desk}
    >
      {children}
    </div>
  );
}

/** Holds the page's main button at the bottom, hairline above. Leave 64 px under the content. */
export function Dock({ children }: { children: ReactNode }) {
  return <div className="fl-dock">{children}</div>;
}
