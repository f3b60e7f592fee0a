// @vitest-environment jsdom
import { MINUTE_MS } from '@fairlead/units';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { renderAt } from '../../../test/render.tsx';
import { groupedText, trimTicks } from './candles/axis-ticks.ts';
import { PriceHead } from './figures/PriceHead.tsx';
import { IndicatorBar } from './indicators/IndicatorBar.tsx';
import { choosePeriod } from './settings/change-settings.ts';
import {
  type ChartKind,
  chartSettings,
  DEFAULT_SETTINGS,
  useChartSettings,
} from './settings/chart-settings.ts';
import { PeriodBar } from './settings/PeriodBar.tsx';
import { PeriodSettings } from './settings/PeriodSettings.tsx';
import { pickKind, tradedBars } from './settings/use-chart-kind.ts';

beforeEach(() => chartSettings.setState(DEFAULT_SETTINGS));

function Controls({ kind = 'trade' }: { kind?: ChartKind }) {
  const settings = useChartSettings();
  return (
    <>
      <PeriodBar periods={settings.periods} period={settings.period} onPeriodChange={choosePeriod}>
        {null}
      </PeriodBar>
      <PeriodSettings settings={settings} />
      <IndicatorBar settings={settings} kind={kind} />
    </>
  );
}
const tap = (role: 'radio' | 'button', name: string) =>
  act(async () => screen.getByRole(role, { name }).click());
const isOn = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';

test('the periods in a row, one chosen, a quarter of an hour and four hours among them', async () => {
  await renderAt('/', <Controls />);
  const row = within(screen.getByRole('radiogroup', { name: 'Period' }));
  expect(row.getAllByRole('radio')).toHaveLength(10);
  expect(row.getByRole('radio', { name: '15 minutes' })).toBeDefined();
  expect(row.getByRole('radio', { name: '4 hours' })).toBeDefined();
  expect(screen.getByRole('radio', { name: '1 hour' })).toHaveProperty('checked', true);
  await tap('radio', '1 day');
  expect(chartSettings.getState().period).toBe('1d');
});

test('an own period stands in the row, and goes out of it', async () => {
  await renderAt('/', <Controls />);
  const field = screen.getByRole('textbox', { name: 'Own period' });
  await act(async () => fireEvent.change(field, { target: { value: '2' } }));
  await tap('button', 'Add');
  expect(screen.getByRole('radio', { name: '2h' })).toHaveProperty('checked', true);
  await tap('button', '2h');
  expect(screen.queryByRole('radio', { name: '2h' })).toBeNull();
  expect(chartSettings.getState().period).not.toBe('2h');
  await act(async () => fireEvent.change(field, { target: { value: '0' } }));
  expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
  expect(screen.getByText('No candles can be made of this length.')).toBeDefined();
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
  expect(pickKind('index', 99)).toBe('index');
});

test('candles without a trade, and those of long ago, are not enough', () => {
  const candle = (minute: number, volume: string) => ({
    time: minute * MINUTE_MS,
    open: '1',
    high: '1',
    low: '1',
    close: '1',
    volume,
    turnover: volume,
    source: 'trade' as const,
  });
  const candles = Array.from({ length: 90 }, (_, at) => candle(at, at < 50 ? '1' : '0'));
  expect(tradedBars('1m', candles)).toBe(20);
  // Three minutes are traded if one of them is.
  expect(tradedBars('3m', candles)).toBe(17);
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

test('the head shows the price that the chart draws, by its name', async () => {
  const market = quotation({ last_price: '64812.40', index_price: '64800.10' });
  const head = () => <PriceHead market={market} priceDecimals={2} isStale={false} atMs={0} />;
  chartSettings.setState({ kinds: { [market.symbol]: 'trade' } });
  const { unmount } = await renderAt('/', head());
  expect(screen.getByText('64,812.40')).toBeDefined();
  expect(screen.getByText('Last price')).toBeDefined();
  unmount();
  chartSettings.setState({ kinds: { [market.symbol]: 'index' } });
  await renderAt('/', head());
  expect(screen.getByText('64,800.10')).toBeDefined();
  expect(screen.getByText('Index price')).toBeDefined();
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

test.each([
  ['15000', '15,000'],
  [-1234.5, '\u22121,234.5'],
  ['15 K', '15 K'],
  ['1.5 ล้าน', '1.5 ล้าน'],
])('a label of an axis is never lost: %s', (value, text) => {
  expect(groupedText(value)).toBe(text);
});
