import { type RefObject, useEffect, useRef } from 'react';
import { compareDecimals } from './decimal.ts';

const FLASH_MS = 300;

/** Tints the element once when the price in it moves; not at first, and not with reduced motion. */
export function usePriceFlash(
  element: RefObject<HTMLElement | null>,
  value: string | null | undefined,
  isOn: boolean,
): void {
  const before = useRef(value);
  useEffect(() => {
    const old = before.current;
    before.current = value;
    if (!isOn || old === value || !old || !value) return;
    const way = compareDecimals(value, old);
    const node = element.current;
    if (way === undefined || way === 0 || node === null || !('animate' in node)) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tint = way > 0 ? 'var(--rise-tint)' : 'var(--fall-tint)';
    node.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], {
      duration: FLASH_MS,
      easing: 'ease-out',
    });
  }, [element, value, isOn]);
}
