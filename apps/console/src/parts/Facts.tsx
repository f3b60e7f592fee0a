import { MISSING } from '@fairlead/ui';
import type { ReactNode } from 'react';

/** Label and value; what is missing is a dash, never a nought. */
export type Fact = readonly [label: string, value: ReactNode | undefined];

/** What is known of a record, in two columns. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="con-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? MISSING}</dd>
        </div>
      ))}
    </dl>
  );
}
