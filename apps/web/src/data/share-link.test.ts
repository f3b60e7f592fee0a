// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { shareLink } from './share-link.ts';

const LINK = 'https://fair.example/#/pages/settlement/receipt?id=7';

/** A browser with these ways to pass something on. */
function browser(ways: { share?: () => Promise<void>; copy?: () => Promise<void> }): void {
  const refuse = () => Promise.reject(new DOMException('not here', 'NotAllowedError'));
  vi.stubGlobal('navigator', {
    ...(ways.share && { share: ways.share }),
    clipboard: { writeText: ways.copy ?? refuse },
  });
}

afterEach(() => vi.unstubAllGlobals());

describe('a link', () => {
  test('goes to the system where it has a sheet for it', async () => {
    const given: unknown[] = [];
    browser({ share: async (...data: unknown[]) => void given.push(...data) });
    expect(await shareLink('Receipt 7', LINK)).toBe('shared');
    expect(given).toEqual([{ text: 'Receipt 7', url: LINK }]);
  });

  test('is not copied when the sheet was put away', async () => {
    const copied: string[] = [];
    browser({
      share: () => Promise.reject(new DOMException('put away', 'AbortError')),
      copy: async () => void copied.push(LINK),
    });
    expect(await shareLink('Receipt 7', LINK)).toBe('shared');
    expect(copied).toEqual([]);
  });

  test('is copied where there is no sheet, or it refuses', async () => {
    const copy = async () => undefined;
    browser({ copy });
    expect(await shareLink('Receipt 7', LINK)).toBe('copied');
    browser({ share: () => Promise.reject(new DOMException('no', 'NotAllowedError')), copy });
    expect(await shareLink('Receipt 7', LINK)).toBe('copied');
  });

  test('that can be neither shared nor copied is said to have failed', async () => {
    browser({});
    expect(await shareLink('Receipt 7', LINK)).toBe('failed');
  });
});
