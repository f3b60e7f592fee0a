/** What follows from one accent can be read in both themes, and an accent that cannot be seen is refused. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { accentProblem, accentTokens, contrast, GROUNDS, THEMES } from './accent.ts';

test('contrast is the one of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  // A published pair: the lightest grey that passes on white, and the one after it.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the grounds are those of the stylesheets', () => {
  const file = '../../../../../packages/ui/src/styles/tokens.css';
  const css = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const [dark = '', light = ''] = css.split('\n[data-theme="light"] {');
  for (const [theme, part] of [
    ['dark', dark],
    ['light', light],
  ] as const)
    for (const [name, colour] of Object.entries(GROUNDS[theme]))
      expect(part).toContain(`  --${name}: ${colour};`);
});

describe('refused', () => {
  test.each([
    ['#f0b90b', "on the light theme's bg #ffffff has a contrast of 1.80, below 3"],
    ['#ffffff', "on the light theme's bg #ffffff has a contrast of 1.00, below 3"],
    ['#0b0e14', "on the dark theme's bg #0b0e14 has a contrast of 1.00, below 3"],
    ['#123a8a', "on the dark theme's bg #0b0e14 has a contrast of 1.83, below 3"],
    // Just seen on the page, not on a card.
    ['#5449d6', "on the dark theme's raised #131824 has a contrast of 2.78, below 3"],
    [
      '#777777',
      'neither #ffffff nor #0b0e14 can be read on #777777: a contrast of 4.47, below 4.5',
    ],
  ])('%s', (accent, why) => {
    expect(accentProblem(accent)).toContain(why);
  });
});

test.each(['#5a55ec', '#0a7ea4', '#c4510f', '#c02b8f', '#2563eb', '#8a7b2f'])(
  '%s is taken as it is',
  (accent) => {
    expect(accentProblem(accent)).toBeUndefined();
    for (const theme of THEMES)
      expect(accentTokens(accent, theme)).toMatchObject({ 'brand-fill': accent });
  },
);

test('whatever accent is taken, all that follows from it can be read on every ground', () => {
  const steps = Array.from({ length: 12 }, (_, step) => step * 23);
  const hex = (part: number) => part.toString(16).padStart(2, '0');
  let taken = 0;
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const accent = `#${hex(red)}${hex(green)}${hex(blue)}`;
        if (accentProblem(accent) !== undefined) continue;
        taken += 1;
        for (const theme of THEMES) {
          const tokens = accentTokens(accent, theme);
          const grounds = [...Object.values(GROUNDS[theme]), tokens['brand-tint']];
          const words = Math.min(...grounds.map((ground) => contrast(tokens.brand, ground)));
          const { bg, raised } = GROUNDS[theme];
          const control = Math.min(contrast(accent, bg), contrast(accent, raised));
          const onButton = contrast(tokens['on-brand'], accent);
          const onPressed = contrast(tokens['on-brand'], tokens['brand-fill-press']);
          expect([accent, theme, words >= 4.5, control >= 3]).toEqual([accent, theme, true, true]);
          expect([accent, onButton >= 4.5, onPressed >= onButton]).toEqual([accent, true, true]);
        }
      }
  expect(taken).toBeGreaterThan(200);
});

test('our own accent gives the colours that the screens were drawn with', () => {
  expect(accentTokens('#5a55ec', 'dark')).toEqual({
    brand: '#96a0fe',
    'brand-fill': '#5a55ec',
    'brand-fill-press': '#4f46dc',
    'brand-tint': '#1b1c3f',
    'brand-line': '#38368f',
    'on-brand': '#ffffff',
  });
  expect(accentTokens('#5a55ec', 'light').brand).toBe('#4e44da');
});
