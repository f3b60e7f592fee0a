import { useRef } from 'react';
import { classNames } from './class-names.ts';
import { type DecimalText, formatPrice } from './format.ts';
import { usePriceFlash } from './use-price-flash.ts';

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
