import type { ReactNode } from 'react';

export interface SectionHeadProps {
  title: ReactNode;
  /** Muted, after the title: a span of time, a count. */
  note?: ReactNode;
  /** A `TextLink` or a small control at the right. */
  end?: ReactNode;
}

/** The head of a section, 44 high. */
export function SectionHead({ title, note, end }: SectionHeadProps) {
  return (
    <div className="fl-head">
      <h2>
        {title} {note && <span className="text-12 font-body text-muted">{note}</span>}
      </h2>
      {end}
    </div>
  );
}
