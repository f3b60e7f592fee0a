// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { renderAt } from '../../../test/render.tsx';
import { trimTicks } from './axis-ticks.ts';
import { pickKind } from './ChartPanel.tsx';
import { IndicatorBar } from './IndicatorBar.tsx';
import {
  type ChartKind,
  chartSettings,
  DEFAULT_SETTINGS,
  setChartSettings,
  useChartSettings,
} from './indicators.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { PriceHead } from './PriceHead.tsx';

beforeEach(() => chartSettings.setState(DEFAULT_SETTINGS));

function Controls({ kind = 'trade' }: { kind?: ChartKind }) {
  const settings = useChartSettings();
  return (
    <>
      <PeriodBar
        period={settings.period}
        onPeriodChange={(period) => setChartSettings({ period })}
        onSettings={() => undefined}
      />
      <IndicatorBar settings={settings} kind={kind} />
    </>
  );
}
const tap = (role: 'radio' | 'button', name: string) =>
  act(async () => screen.getByRole(role, { name }).click());
const isOn = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';

test('eight periods in a row, one chosen', async () => {
  await renderAt('/', <Controls />);
  expect(screen.getAllByRole('radio')).toHaveLength(8);
  expect(screen.getByRole('radio', { name: '1 hour' })).toHaveProperty('checked', true);
  await tap('radio', '1 day');
  expect(chartSettings.getState().period).toBe('1d');
});

test('several lines at once, and the time-share line has its own', async () => {
  await renderAt('/', <Controls />);
  await tap('button', 'KDJ');
  expect([isOn('VOL'), isOn('MACD'), isOn('KDJ'), isOn('RSI')]).toEqual([true, true, true, false]);
  await tap('radio', 'Time');
  expect(isOn('Mean')).toBe(true);
  expect(isOn('MA')).toBe(false);
  await tap('button', 'BOLL');
  await tap('radio', '1 hour');
  expect(isOn('MA')).toBe(true);
  expect(isOn('BOLL')).toBe(false);
});

test('the index has no volume to draw', async () => {
  await renderAt('/', <Controls kind="index" />);
  expect(screen.getByRole('button', { name: 'VOL' })).toHaveProperty('disabled', true);
});

test('own trades are drawn where there are enough, else the index, unless one was chosen', () => {
  expect(pickKind(undefined, 29)).toBe('index');
  expect(pickKind(undefined, 30)).toBe('trade');
  expect(pickKind('trade', 0)).toBe('trade');
});

test('the head says the price, the day and whether it is live', async () => {
  await renderAt(
    '/',
    <PriceHead market={quotation()} priceDecimals={2} isStale={false} atMs={0} />,
  );
  expect(screen.getByText('64,812.40')).toBeDefined();
  expect(screen.getByText(/\+1,171\.00 \(\+1\.84%\)/)).toBeDefined();
  expect(screen.getByText(/^Live, /)).toBeDefined();
});

test('an old price is said to be old', async () => {
  await renderAt('/', <PriceHead market={quotation()} priceDecimals={2} isStale atMs={0} />);
  expect(screen.getByText(/^As of /)).toBeDefined();
});

test('labels lose the zeros that say nothing', () => {
  const texts = (...given: string[]) =>
    trimTicks(given.map((text, coord) => ({ text, coord, value: text }))).map(({ text }) => text);
  expect(texts('64,400.00', '64,800.00')).toEqual(['64,400', '64,800']);
  expect(texts('0.1240', '0.1250')).toEqual(['0.124', '0.125']);
  expect(texts('400', '800')).toEqual(['400', '800']);
});
