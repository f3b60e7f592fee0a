import { CoinMark } from '@fairlead/ui';
import type { ReactNode } from 'react';

/** A currency's mark and name, and what else names the row. */
export const CurrencyCell = ({ name, children }: { name: string; children?: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <CoinMark code={name} size={24} />
    <b>{name}</b>
    {children}
  </span>
);
