import type { Loss } from '@fairlead/contract';
import type { OversightNeeds } from './needs.ts';

/** Losses that any engine declared, newest first, as a field; nothing where none did. */
export function lossesField({ trading, products }: Pick<OversightNeeds, 'trading' | 'products'>): {
  losses?: Loss[];
} {
  const losses = [...trading.losses, ...(products?.losses ?? [])];
  if (losses.length === 0) return {};
  return { losses: losses.toSorted((one, other) => other.time - one.time) };
}
