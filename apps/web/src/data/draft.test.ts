// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useTicket as useFuturesTicket } from '../features/futures/draft.ts';
import { forgetDrafts, readDraft, typedOf, useKeepDraft, wordOf } from './draft.ts';

afterEach(() => window.sessionStorage.clear());

test('fields are kept by name, and forgotten together with nothing else', () => {
  window.sessionStorage.setItem('other', '1');
  renderHook(() => useKeepDraft('spot BTC/USDT', { side: 'sell', price: '1.5' }));
  expect(readDraft('spot BTC/USDT')).toEqual({ side: 'sell', price: '1.5' });
  expect(readDraft('spot ETH/USDT')).toEqual({});
  forgetDrafts();
  expect(readDraft('spot BTC/USDT')).toEqual({});
  expect(window.sessionStorage.getItem('other')).toBe('1');
});

test('what is no draft is none', () => {
  for (const text of ['{', 'null', '7', '"x"']) {
    window.sessionStorage.setItem('draft x', text);
    expect(readDraft('x')).toEqual({});
  }
  expect(wordOf('buy', ['buy', 'sell'])).toBe('buy');
  expect(wordOf({}, ['buy', 'sell'])).toBeUndefined();
  expect([typedOf('12.'), typedOf('.5'), typedOf('')]).toEqual(['12.', '.5', '']);
  expect([typedOf('1e9'), typedOf('1.2.3'), typedOf(5), typedOf('9'.repeat(41))]).toEqual([
    '',
    '',
    '',
    '',
  ]);
});

test('a futures ticket comes back as it was left; a market one without the price of a limit', () => {
  const open = () => renderHook(() => useFuturesTicket('BTC/USDT'));
  const first = open();
  const [, dispatch] = first.result.current;
  dispatch({ kind: 'side', side: 'short' });
  dispatch({ kind: 'type', type: 'limit' });
  dispatch({ kind: 'price', text: '71311' });
  dispatch({ kind: 'multiple', multiple: 20 });
  dispatch({ kind: 'size', size: { by: 'percent', percent: 25 } });
  first.rerender();
  first.unmount();
  const second = open();
  expect(second.result.current[0]).toMatchObject({
    side: 'short',
    type: 'limit',
    price: '71311',
    multiple: 20,
    size: { by: 'percent', percent: 25 },
    isTried: false,
  });
  second.result.current[1]({ kind: 'type', type: 'market' });
  second.rerender();
  second.unmount();
  expect(open().result.current[0]).toMatchObject({ type: 'market', price: '' });
});
