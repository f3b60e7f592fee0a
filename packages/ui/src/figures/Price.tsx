import { type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../formats/class-names.ts';
import { compareDecimals } from '../formats/decimal.ts';
import { type DecimalText, formatPrice } from '../formats/format.ts';

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

export interface PriceProps {
  /** A decimal string; missing shows a dash. */
  value: DecimalText;
  decimals?: number;
  tone?: 'rise' | 'fall' | undefined;
  /** Tint once on change; the setting "flash price changes". */
  flash?: boolean;
  className?: string | undefined;
}

/** A price that moves. Never split, never shortened. */
export function Price({ value, decimals, tone, flash = true, className }: PriceProps) {
  const element = useRef<HTMLSpanElement>(null);
  usePriceFlash(element, value, flash);
  return (
    <span ref={element} className={classNames('fl-price', className)} data-tone={tone}>
      {formatPrice(value, decimals)}
    </span>
  );
}
