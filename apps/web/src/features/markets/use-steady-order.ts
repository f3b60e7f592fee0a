import { useRef } from 'react';

/** How often rows may change places: a list that jumps under the finger cannot be tapped. */
export const REORDER_MS = 30_000;

interface Kept {
  readonly reason: string;
  readonly atMs: number;
  readonly symbols: readonly string[];
}

/** Keeps what was chosen for 30 s unless the reason for it (a tap, a tab, a star) changed or nothing is listed. */
export function steadyOrder(
  kept: Kept | undefined,
  next: {
    readonly reason: string;
    readonly nowMs: number;
    readonly symbols: readonly string[];
  },
): Kept {
  const { reason, nowMs, symbols } = next;
  const mayStay =
    kept !== undefined &&
    kept.reason === reason &&
    nowMs - kept.atMs < REORDER_MS &&
    kept.symbols.length > 0;
  return mayStay ? kept : { reason, atMs: nowMs, symbols };
}

/** The symbols in an order that stays for a while. `reason` names everything that the user chose. */
export function useSteadyOrder(symbols: readonly string[], reason: string): readonly string[] {
  const kept = useRef<Kept | undefined>(undefined);
  kept.current = steadyOrder(kept.current, { reason, nowMs: performance.now(), symbols });
  return kept.current.symbols;
}
