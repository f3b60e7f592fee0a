// @vitest-environment jsdom
/** A chart over the whole screen, on its side where a phone can be turned, and out of it by every way there is. */
import { act, cleanup, fireEvent, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFullScreen } from './use-full-screen.ts';

const root = document.documentElement;
afterEach(async () => {
  cleanup();
  // Its entry of the history is gone back over a moment later, which would close the next one.
  await waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
  vi.unstubAllGlobals();
  Reflect.deleteProperty(root, 'requestFullscreen');
  Reflect.deleteProperty(document, 'exitFullscreen');
  Reflect.deleteProperty(document, 'fullscreenElement');
  Reflect.deleteProperty(window.screen, 'orientation');
});

/** A phone that can be turned; gives what was asked of it. */
function phone(type = 'portrait-primary') {
  const asked: string[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  Object.assign(root, {
    requestFullscreen: async () => {
      asked.push('full');
      Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: root });
    },
  });
  Object.assign(document, {
    exitFullscreen: async () => {
      asked.push('left');
      Reflect.deleteProperty(document, 'fullscreenElement');
    },
  });
  Object.defineProperty(window.screen, 'orientation', {
    configurable: true,
    value: {
      type,
      lock: async (to: string) => {
        asked.push(to);
      },
      unlock: () => asked.push('unlock'),
    },
  });
  return asked;
}

test('fills the screen, turns on its side, and gives both back', async () => {
  const asked = phone();
  const { result } = renderHook(() => useFullScreen());
  expect(result.current.turn).toBeUndefined();
  await act(async () => result.current.toggle());
  expect(result.current.isFull).toBe(true);
  await act(async () => result.current.turn?.());
  expect(asked).toEqual(['full', 'landscape']);
  await act(async () => result.current.toggle());
  expect(result.current.isFull).toBe(false);
  expect(asked).toEqual(['full', 'landscape', 'unlock', 'left']);
});

test('on its side already it turns upright', async () => {
  const asked = phone('landscape-primary');
  const { result } = renderHook(() => useFullScreen());
  await act(async () => result.current.toggle());
  await act(async () => result.current.turn?.());
  expect(asked).toContain('portrait');
  await act(async () => result.current.toggle());
});

test('a browser that turns nothing, or lets no page fill the screen, fills the page alone', async () => {
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { result } = renderHook(() => useFullScreen());
  await act(async () => result.current.toggle());
  expect(result.current.isFull).toBe(true);
  expect(result.current.turn).toBeUndefined();
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(result.current.isFull).toBe(false);
});
