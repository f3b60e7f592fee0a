import { useRef } from 'react';

/** How often rows may change places: a list that jumps under the finger cannot be tapped. */
export const REORDER_MS = 10_000;

interface Kept {
  readonly reason: unknown;
  readonly atMs: number;
  readonly symbols: readonly string[];
}

/** Keeps what was chosen for 10 s unless the reason for it (a tap, a tab) or the set of symbols' size changed. */
export function steadyOrder(
  kept: Kept | undefined,
  next: { readonly reason: unknown; readonly nowMs: number; readonly symbols: readonly string[] },
): Kept {
  const { reason, nowMs, symbols } = next;
  const mayStay =
    kept !== undefined &&
    kept.reason === reason &&
    nowMs - kept.atMs < REORDER_MS &&
    kept.symbols.length === symbols.length &&
    kept.symbols.every((symbol) => symbols.includes(symbol));
  return mayStay ? kept : { reason, atMs: nowMs, symbols };
}

/** The symbols in an order that stays for a while. */
export function useSteadyOrder(symbols: readonly string[], reason: unknown): readonly string[] {
  const kept = useRef<Kept | undefined>(undefined);
  kept.current = steadyOrder(kept.current, { reason, nowMs: performance.now(), symbols });
  return kept.current.symbols;
}
