// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { createHashRouter, MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { forgetDrafts, useEntryState } from './draft.ts';

const open = (first = 'first') =>
  renderHook(() => useEntryState('withdraw', first), { wrapper: MemoryRouter });

afterEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, '');
});

test('what was typed is there after a reload, also one with a sheet over the page', () => {
  const page = open();
  act(() => page.result.current[1]('typed'));
  page.unmount();
  expect(open().result.current[0]).toBe('typed');
  window.history.pushState({ ...window.history.state, overlays: ['sheet'] }, '');
  expect(open().result.current[0]).toBe('typed');
});

test('the router goes on counting behind a page that was opened by its address', () => {
  const router = createHashRouter([{ path: '*', element: null }]);
  window.history.replaceState(null, '');
  open();
  void router.navigate('/next');
  expect(window.history.state).toMatchObject({ idx: 1 });
  router.dispose();
});

test('a page that is opened anew, or by another user, begins anew', () => {
  const page = open();
  act(() => page.result.current[1]('typed'));
  page.unmount();
  forgetDrafts();
  const next = open();
  expect(next.result.current[0]).toBe('first');
  act(() => next.result.current[1]('again'));
  next.unmount();
  window.history.pushState({ key: 'other' }, '');
  expect(open().result.current[0]).toBe('first');
});
