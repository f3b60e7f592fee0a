// @vitest-environment jsdom
/** The place that is kept for a chart until its code is there is as high as the chart was. */
import { storage } from '@fairlead/calls';
import { beforeEach, expect, test } from 'vitest';
import { notePills, panelHeight } from './chart-sizes.ts';
import { DEFAULT_SETTINGS } from './settings/chart-settings.ts';

const height = () => panelHeight(DEFAULT_SETTINGS, 0);
let oneLine: number;

beforeEach(() => {
  storage.write('chart_pills', null);
  oneLine = height();
});

test('two lines of pills are counted where they stood in two', () => {
  notePills(64);
  expect(height()).toBe(oneLine + 28);
});

test('at another width nothing is known of them', () => {
  storage.write('chart_pills', `${window.innerWidth + 1} 64`);
  expect(height()).toBe(oneLine);
});

test.each([
  '',
  'x y',
  `${window.innerWidth}`,
  `${window.innerWidth} 5`,
  `${window.innerWidth} 9999`,
])('what is no height is none: "%s"', (kept) => {
  storage.write('chart_pills', kept);
  expect(height()).toBe(oneLine);
});
