import type { CSSProperties, ReactNode } from 'react';

export interface SegmentLink {
  /** With the hash router: "#/pages/lever/index". */
  href: string;
  label: ReactNode;
  isCurrent: boolean;
}

export interface SegmentLinksProps {
  /** Names the navigation, e.g. "Product". */
  label: string;
  items: readonly SegmentLink[];
  /** 36 in an app bar. */
  size?: 44 | 36;
}

/** Pages side by side that are one place: looks like a `Segment`, and is links. */
export function SegmentLinks({ label, items, size = 44 }: SegmentLinksProps) {
  const index = items.findIndex(({ isCurrent }) => isCurrent);
  const place = { '--n': items.length, '--i': Math.max(0, index) } as CSSProperties;
  return (
    <nav
      aria-label={label}
      className="fl-seg"
      data-size={size}
      data-none={index < 0 ? '' : undefined}
      style={place}
    >
      {items.map(({ href, label: text, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
