import type { ReactNode } from 'react';

/** Holds the page's main button at the bottom, hairline above. Leave 64 px under the content. */
export function Dock({ children }: { children: ReactNode }) {
  return <div className="fl-dock">{children}</div>;
}
