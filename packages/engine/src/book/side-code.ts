export type Side = 'buy' | 'sell';

/** A side as the pools keep it. */
export type SideCode = 0 | 1;
export const BUY: SideCode = 0;
export const SELL: SideCode = 1;

export const sideCode = (side: Side): SideCode => (side === 'buy' ? BUY : SELL);
export const sideOf = (code: SideCode): Side => (code === BUY ? 'buy' : 'sell');
