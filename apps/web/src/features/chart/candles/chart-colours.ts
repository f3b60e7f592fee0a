/** The tokens that the canvas needs: a canvas cannot read CSS variables, so they are read for it. */

const NAMES = [
  'bg',
  'raised',
  'text',
  'text-2',
  'muted',
  'on-fill',
  'on-brand',
  'hairline',
  'hairline-strong',
  'grid',
  'brand',
  'brand-fill',
  'rise',
  'rise-fill',
  'fall',
  'fall-fill',
  'selected',
  'stale',
  'ma-1',
  'ma-2',
  'ma-3',
  'versus',
] as const;
type Name = (typeof NAMES)[number];

export interface ChartColours extends Readonly<Record<Name, string>> {
  readonly fontFamily: string;
}

/** As the element sees them now; read again when theme or rise colour change. */
export function readColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const colours = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()] as const);
  const byName = Object.fromEntries(colours) as Record<Name, string>;
  return { ...byName, fontFamily: style.fontFamily };
}

/** A six-digit colour with an opacity from 0 to 1. */
export function withOpacity(colour: string, opacity: number): string {
  const digits = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return /^#[\da-f]{6}$/i.test(colour) ? `${colour}${digits}` : colour;
}

/** Calls back when theme or rise colour change, which stand on the document's element. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-rise'] });
  return () => observer.disconnect();
}
