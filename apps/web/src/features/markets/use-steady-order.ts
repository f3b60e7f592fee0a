import { useRef } from 'react';

/** How often rows may come and go: a list that jumps under the finger cannot be tapped. */
export const REFILL_MS = 30_000;

interface Kept {
  readonly reason: string;
  /** When rows last came or went. */
  readonly atMs: number;
  readonly symbols: readonly string[];
}

/**
 * Rows never change places while somebody looks: only what the user chose (a tap, a tab, a star) sorts them anew, or
 * a page that nobody sees. Every 30 s those that belong no more go, and new ones come last.
 */
export function steadyOrder(
  kept: Kept | undefined,
  next: {
    readonly reason: string;
    readonly nowMs: number;
    readonly symbols: readonly string[];
    readonly isSeen: boolean;
  },
): Kept {
  const { reason, nowMs, symbols, isSeen } = next;
  const isAnew = kept?.reason !== reason || kept.symbols.length === 0 || !isSeen;
  if (isAnew) return { reason, atMs: nowMs, symbols };
  if (nowMs - kept.atMs < REFILL_MS) return kept;
  const stay = kept.symbols.filter((symbol) => symbols.includes(symbol));
  const come = symbols.filter((symbol) => !kept.symbols.includes(symbol));
  return { reason, atMs: nowMs, symbols: [...stay, ...come] };
}

/** The symbols in an order that stays. `reason` names everything that the user chose. */
export function useSteadyOrder(symbols: readonly string[], reason: string): readonly string[] {
  const kept = useRef<Kept | undefined>(undefined);
  const isSeen = document.visibilityState === 'visible';
  kept.current = steadyOrder(kept.current, { reason, nowMs: performance.now(), symbols, isSeen });
  return kept.current.symbols;
}
