import { type RefObject, useLayoutEffect, useRef } from 'react';

/** In pixels; the first is what the style sheet says. */
const SIZES = [16, 14, 12, 11, 10] as const;

/**
 * Steps a figure down in size until all of it is seen, from the size that it has. What is too long for the smallest takes the
 * place of the small label before it, and is marked as `data-tight` if that is not enough.
 */
export function useFit(
  element: RefObject<HTMLElement | null>,
  shown: unknown,
  from: (typeof SIZES)[number] = 16,
): void {
  const measured = useRef<{ readonly figure: HTMLElement; readonly text: string }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when what is shown changes
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    // A node may be a new one and say the same: to measure lays out the whole page.
    const text = current instanceof HTMLInputElement ? current.value : current.textContent;
    if (measured.current?.figure === current && measured.current.text === text) return;
    measured.current = { figure: current, text };
    const inset = current.parentElement?.querySelector<HTMLElement>('.fl-field-inset');
    if (inset) inset.hidden = false;
    delete current.dataset['tight'];
    if (fits(current, from)) return;
    if (inset) inset.hidden = true;
    if (!fits(current, from)) current.dataset['tight'] = '';
  }, [element, shown, from]);
}

/** Leaves it at the greatest size at which it is whole, or at the smallest. */
function fits(figure: HTMLElement, from: number): boolean {
  figure.style.fontSize = '';
  for (const size of SIZES) {
    if (figure.scrollWidth <= figure.clientWidth) return true;
    if (size < from) figure.style.fontSize = `${size}px`;
  }
  return figure.scrollWidth <= figure.clientWidth;
}
