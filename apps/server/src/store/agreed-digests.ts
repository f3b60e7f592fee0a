import type { OrderRow, PositionRow } from '@fairlead/engine';

/** Digests of what was agreed of what is open, under a key that is not in the database. */
export interface AgreedDigests {
  ofOrder(row: OrderRow): string;
  ofPosition(row: PositionRow): string;
}
