import { type RefObject, useLayoutEffect } from 'react';

/** In pixels; the first is what the style sheet says. */
const SIZES = [16, 14, 12, 11, 10] as const;

/** Steps a figure down in size until all of it is seen, from the size that it has; what is still too long is marked as `data-tight`. */
export function useFit(
  element: RefObject<HTMLElement | null>,
  shown: unknown,
  from: (typeof SIZES)[number] = 16,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when what is shown changes
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    current.style.fontSize = '';
    delete current.dataset['tight'];
    for (const size of SIZES) {
      if (current.scrollWidth <= current.clientWidth) return;
      if (size < from) current.style.fontSize = `${size}px`;
    }
    if (current.scrollWidth > current.clientWidth) current.dataset['tight'] = '';
  }, [element, shown, from]);
}
