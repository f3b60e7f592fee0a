import type { ReactNode } from 'react';
import { Triangle } from '../marks/Icon.tsx';

export interface KeyValue {
  /** Also the key in React; give `id` when two labels are alike or not text. */
  label: ReactNode;
  value: ReactNode;
  id?: string;
  /** Colours the value; an arrow joins it when it carries no sign of its own. */
  tone?: 'rise' | 'fall';
  /** Set off by a hairline. */
  total?: boolean;
}

export interface KeyValuesProps {
  rows: readonly KeyValue[];
  /** 12 under a ticket, 14 elsewhere. */
  size?: 12 | 14;
  className?: string | undefined;
}

const isSigned = (value: ReactNode): boolean =>
  typeof value !== 'string' || /^[+\u2212-]/.test(value);

/** What it costs, line by line, before any confirmation. */
export function KeyValues({ rows, size = 14, className }: KeyValuesProps) {
  return (
    <dl className={className ? `fl-kv ${className}` : 'fl-kv'} data-size={size}>
      {rows.map((row, index) => (
        <div
          key={row.id ?? (typeof row.label === 'string' ? row.label : index)}
          data-total={row.total ? '' : undefined}
        >
          <dt>{row.label}</dt>
          <dd data-tone={row.tone}>
            {row.tone && !isSigned(row.value) && <Triangle tone={row.tone} />}
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
