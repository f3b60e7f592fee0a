import { MISSING } from '@fairlead/ui';
import type { ReactNode } from 'react';

/** Label and value; what is missing is a dash, never a nought. A long one takes the whole width. */
export type Fact = readonly [label: string, value: ReactNode | undefined, width?: 'wide'];

/** What is known of a record, in two columns. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="con-facts">
      {facts.map(([label, value, width]) => (
        <div key={label} data-wide={width === undefined ? undefined : ''}>
          <dt>{label}</dt>
          <dd>{value ?? MISSING}</dd>
        </div>
      ))}
    </dl>
  );
}

/** JSON text with its lines apart; text that is none as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What was written down, as it was. */
export const Json = ({ text }: { text: string }) => (
  <pre className="con-json">{prettyJson(text)}</pre>
);
