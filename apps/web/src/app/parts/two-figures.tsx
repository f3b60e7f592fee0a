import { parseDecimal } from '@fairlead/units';
import type { ReactNode } from 'react';

const SCALE = 18;
/** Exactly, to be compared; undefined where there is none. */
export const units = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseDecimal(text, SCALE);

/** A figure over a smaller one, in a cell of a table. */
export function Two({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <span className="block py-1">
      <span className="block">{over}</span>
      <span className="block text-muted">{under}</span>
    </span>
  );
}
