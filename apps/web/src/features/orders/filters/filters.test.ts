/** What narrows the lists of orders: in the address, in the calls and in the file. */
import { describe, expect, test } from 'vitest';
import {
  countOf,
  exportDays,
  exportNarrowed,
  filterQuery,
  listRequest,
  readFilters,
} from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

describe('the address', () => {
  test.each([
    'symbol=BTC%2FUSDT&side=buy&kind=limit&from=2026-11-01&to=2026-11-27',
    'side=sell&kind=trailing_stop',
    '',
  ])('%s is read and written alike', (query) => {
    const written = new URLSearchParams(filterQuery(read(query)));
    written.sort();
    const asked = new URLSearchParams(query);
    asked.sort();
    expect(written.toString()).toBe(asked.toString());
  });

  test.each(['side=up', 'kind=iceberg', 'from=yesterday', 'to=2026-13-45'])(
    '%s narrows nothing',
    (query) => expect(read(query)).toEqual({}),
  );

  test('a last day before the first is left out', () => {
    expect(read('from=2026-11-20&to=2026-11-10')).toEqual({ from: '2026-11-20' });
  });
});

test('counts what narrows beside the pair, days as one', () => {
  expect(countOf(read('symbol=BTC%2FUSDT'))).toBe(0);
  expect(countOf(read('side=buy&kind=limit&from=2026-11-01&to=2026-11-27'))).toBe(3);
});

describe('a list is asked', () => {
  const of = (query: string, list: 'orders' | 'triggers') => listRequest(read(query), list);
  test('for whole days of the reader’s own zone', () => {
    expect(of('from=2026-11-27&to=2026-11-27', 'orders')).toEqual({
      from: new Date(2026, 10, 27).getTime(),
      to: new Date(2026, 10, 28).getTime() - 1,
    });
  });
  test('by kinds that it has', () => {
    expect(of('kind=limit', 'orders')).toEqual({ type: 'limit' });
    expect(of('kind=limit', 'triggers')).toEqual({});
    expect(of('kind=stop', 'triggers')).toEqual({ trigger: 'stop' });
    expect(of('kind=stop', 'orders')).toEqual({});
  });
});

describe('the file', () => {
  const now = new Date(2026, 10, 27, 12);
  const days = (query: string) => exportDays(read(query), now);
  test('has the days of the filter, and a year at most', () => {
    expect(days('from=2026-11-01&to=2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
    expect(days('')).toEqual({ from: '2025-11-27', to: '2026-11-27' });
    expect(days('from=2020-01-01')).toEqual({ from: '2025-11-27', to: '2026-11-27' });
  });
  test('says the state of a list of orders, and none of stops', () => {
    expect(exportNarrowed(read('side=buy'), 'completed')).toEqual({
      ...{ side: 'buy', status: 'completed' },
    });
    expect(exportNarrowed(read('side=buy&kind=stop'), 'triggers')).toEqual({
      ...{ side: 'buy', trigger: 'stop' },
    });
  });
});
