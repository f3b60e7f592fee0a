/** A tick that is felt, where a device can and its person wants it. */

const PATTERNS = { tick: 8, done: [12, 60, 12] } as const;

let isOn = true;

/** Switched off, nothing vibrates. */
export const setHaptics = (on: boolean): void => {
  isOn = on;
};

/** tick: something snapped into place; done: an order was taken. Whoever wants less motion gets none of it. */
export function haptic(kind: keyof typeof PATTERNS = 'tick'): void {
  if (isOn && !window.matchMedia?.('(prefers-reduced-motion: reduce)').matches)
    navigator.vibrate?.(PATTERNS[kind] as number | number[]);
}
