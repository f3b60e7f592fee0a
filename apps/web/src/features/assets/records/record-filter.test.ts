import { type PostingRecord, routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import {
  byDay,
  dayStart,
  filterRequest,
  filterSearch,
  isFiltered,
  isWrongOrder,
  lastDays,
  NO_FILTER,
  readFilter,
} from './record-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

test('a filter survives the address', () => {
  const text = '?account=coin&currency_id=3&kind=trade&from=2026-11-01&to=2026-11-21';
  expect(filterSearch(read(text))).toBe(text);
  expect(isFiltered(read(text))).toBe(true);
});

test('what is not understood does not filter', () => {
  const odd = read('account=x&currency_id=0&kind=gift&from=2026-02-30&to=yesterday');
  expect(odd).toEqual(NO_FILTER);
  expect(isFiltered(odd)).toBe(false);
  expect(filterRequest(odd)).toEqual({});
});

test('days are whole days of the reader', () => {
  const request = filterRequest(read('from=2026-11-20&to=2026-11-21&account=trust'));
  expect(request).toEqual({
    account: 'trust',
    from: new Date(2026, 10, 20).getTime(),
    to: new Date(2026, 10, 22).getTime() - 1,
  });
  expect(routes.records.request.safeParse(request).success).toBe(true);
});

test('a day must exist', () => {
  expect(dayStart('2026-02-28')).toEqual(new Date(2026, 1, 28));
  expect(dayStart('2026-02-29')).toBeUndefined();
  expect(dayStart('26-2-2')).toBeUndefined();
});

test('the first day may not be after the last', () => {
  expect(isWrongOrder('2026-11-21', '2026-11-20')).toBe(true);
  expect(isWrongOrder('2026-11-20', '2026-11-20')).toBe(false);
  expect(isWrongOrder(undefined, '2026-11-20')).toBe(false);
});

test('the last days include today, over the end of a month', () => {
  const now = new Date(2026, 2, 2, 23, 59);
  expect(lastDays(1, now)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  expect(lastDays(7, now)).toEqual({ from: '2026-02-24', to: '2026-03-02' });
});

test('records stand under their days', () => {
  const at = (id: number, time: number): PostingRecord => ({
    id,
    account: 'coin',
    currency_id: 3,
    kind: 'trade',
    amount: '1',
    balance: '1',
    note: '',
    time,
  });
  const noon = new Date(2026, 10, 21, 12).getTime();
  const days = byDay([at(3, noon), at(2, noon - 3_600_000), at(1, noon - 24 * 3_600_000)]);
  expect(days.map(({ records }) => records.map(({ id }) => id))).toEqual([[3, 2], [1]]);
  expect(byDay([])).toEqual([]);
});
