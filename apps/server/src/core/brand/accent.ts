/**
 * The colours of a brand, all of its one accent: the ground of buttons as it is given, what stands on it, and for each theme a
 * tone of it for words and lines that can be read on every ground of that theme. Lightness is OKLab's, so that hue stays.
 */

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** WCAG 2.2: 1.4.3 for words, 1.4.11 for what is operated. */
const WORDS_MIN = 4.5;
export const CONTROL_MIN = 3;
/** Words in the accent have some room above: small figures and thin lines are of it too. */
const TONE_MIN = { dark: 6, light: 5.3 } as const;

type Rgb = readonly [number, number, number];

/** The grounds of packages/ui/src/styles/tokens.css that controls and words in the accent stand on; a test holds them equal. */
export const GROUNDS = {
  dark: { bg: '#0b0e14', raised: '#131824', field: '#1a2030', 'field-2': '#212939' },
  light: { bg: '#ffffff', raised: '#f5f6f8', field: '#eceef2', 'field-2': '#e6e8ed' },
} as const;
/** What is written on an accent: light, or where that cannot be read, dark. */
const PAPER = '#ffffff';
const INK = '#0b0e14';

/** How much of the accent is mixed into the page's ground. */
const TINT = { dark: 0.2, light: 0.09 } as const;
const LINE = { dark: 0.57, light: 0.3 } as const;
const PRESS_STEP = 0.045;
const TONE_STEP = 0.005;

/** Tokens of one theme, by their names in the stylesheets. */
export interface AccentTokens {
  readonly brand: string;
  readonly 'brand-fill': string;
  readonly 'brand-fill-press': string;
  readonly 'brand-tint': string;
  readonly 'brand-line': string;
  readonly 'on-brand': string;
}

export const ACCENT = /^#[0-9a-f]{6}$/;

const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const gamma = (share: number): number =>
  255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);

/** Relative luminance, as WCAG has it. */
function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function mixed(ground: string, accent: string, share: number): string {
  const [from, to] = [rgbOf(ground), rgbOf(accent)];
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return hexOf([at(0), at(1), at(2)]);
}

/** https://bottosson.github.io/posts/oklab/ */
function oklabOf(hex: string): Rgb {
  const [red, green, blue] = rgbOf(hex);
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgbOfOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const isShown = (rgb: Rgb): boolean => rgb.every((part) => part > -0.5 && part < 255.5);

/** The colour's hue at another lightness (0 to 1), as strong as a screen can show it. */
function atLightness(hex: string, lightness: number): string {
  const [, a, b] = oklabOf(hex);
  for (let strength = 1; strength > 0; strength -= 0.02) {
    const rgb = rgbOfOklab([lightness, a * strength, b * strength]);
    if (isShown(rgb)) return hexOf(rgb);
  }
  return hexOf(rgbOfOklab([Math.min(Math.max(lightness, 0), 1), 0, 0]));
}

/** The tone of the accent nearest to it that can be read on all these grounds. */
function tone(accent: string, theme: Theme, grounds: readonly string[]): string {
  const step = theme === 'dark' ? TONE_STEP : -TONE_STEP;
  let [lightness] = oklabOf(accent);
  let found = accent;
  while (grounds.some((ground) => contrast(found, ground) < TONE_MIN[theme])) {
    lightness += step;
    found = atLightness(accent, lightness);
  }
  return found;
}

export function accentTokens(accent: string, theme: Theme): AccentTokens {
  const { bg, ...others } = GROUNDS[theme];
  const tint = mixed(bg, accent, TINT[theme]);
  const onBrand = contrast(accent, PAPER) >= WORDS_MIN ? PAPER : INK;
  const [lightness] = oklabOf(accent);
  // Away from what is written on it.
  const pressed = lightness + (onBrand === PAPER ? -PRESS_STEP : PRESS_STEP);
  return {
    brand: tone(accent, theme, [bg, ...Object.values(others), tint]),
    'brand-fill': accent,
    'brand-fill-press': atLightness(accent, pressed),
    'brand-tint': tint,
    'brand-line': mixed(bg, accent, LINE[theme]),
    'on-brand': onBrand,
  };
}

/** Why an accent cannot be used; undefined for one that can. */
export function accentProblem(accent: string): string | undefined {
  for (const theme of THEMES) {
    for (const [ground, colour] of Object.entries(GROUNDS[theme])) {
      // Buttons stand on the page and on cards; fields have none in them.
      if (ground !== 'bg' && ground !== 'raised') continue;
      const ratio = contrast(accent, colour);
      if (ratio < CONTROL_MIN)
        return `${accent} on the ${theme} theme's ${ground} ${colour} has a contrast of ${shown(ratio)}, below ${CONTROL_MIN} (WCAG 2.2, 1.4.11)`;
    }
  }
  const ratio = Math.max(contrast(accent, PAPER), contrast(accent, INK));
  if (ratio < WORDS_MIN)
    return `neither ${PAPER} nor ${INK} can be read on ${accent}: a contrast of ${shown(ratio)}, below ${WORDS_MIN} (WCAG 2.2, 1.4.3)`;
  return undefined;
}

/** Never rounded up to what was missed. */
const shown = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);
