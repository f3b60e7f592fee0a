// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { askToInstall, followInstall, useInstallWay } from './install.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
const DESK = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

function browser(userAgent: string, isInstalled = false): void {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 });
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));
}

const way = () => renderHook(() => useInstallWay()).result;

afterEach(() => vi.unstubAllGlobals());

describe('the app can be installed', () => {
  test('by hand on an iPhone, and not where no browser can', () => {
    browser(IPHONE);
    expect(way().current).toBe('by_hand');
    browser(DESK);
    expect(way().current).toBe('none');
  });

  test('not once more when it is', () => {
    browser(IPHONE, true);
    expect(way().current).toBe('none');
  });

  test('by the browser, once for each offer', async () => {
    browser(DESK);
    followInstall();
    const result = way();
    let asked = 0;
    const offer = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => {
        asked += 1;
      },
    });
    act(() => void window.dispatchEvent(offer));
    expect(result.current).toBe('prompt');
    await act(askToInstall);
    expect([asked, result.current]).toEqual([1, 'none']);
    await act(askToInstall);
    expect(asked).toBe(1);
  });
});
