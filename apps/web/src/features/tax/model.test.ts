/** A report's terms in the address. */
import { expect, test } from 'vitest';
import { readTaxChoice, taxQuery, taxTerms, yearsUntil } from './model.ts';

const now = new Date(2026, 10, 27);
const read = (query: string) => readTaxChoice(new URLSearchParams(query), now);

test.each([
  ['', '?year=2026&method=fifo&deposits=unknown'],
  ['year=2025&method=hifo&deposits=zero', '?year=2025&method=hifo&deposits=zero'],
  ['year=1999&method=guess&deposits=mine', '?year=2026&method=fifo&deposits=unknown'],
  [
    'figure=gains&currency=BTC',
    '?year=2026&method=fifo&deposits=unknown&figure=gains&currency=BTC',
  ],
  ['figure=secrets&currency=b t', '?year=2026&method=fifo&deposits=unknown'],
])('%s is read as %s', (query, written) => {
  expect(taxQuery(read(query))).toBe(written);
});

test('five years are offered, the present one first', () => {
  expect(yearsUntil(now)).toEqual([2026, 2025, 2024, 2023, 2022]);
});

test('calls take the choice, in the zone of the reader', () => {
  expect(taxTerms(read('year=2025&method=lifo'), 'Asia/Tokyo')).toEqual({
    year: 2025,
    method: 'lifo',
    deposit_cost: 'unknown',
    currency: 'USDT',
    time_zone: 'Asia/Tokyo',
  });
});
