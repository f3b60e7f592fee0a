// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** The module anew, as after opening the app. */
async function open(lang?: string) {
  vi.resetModules();
  window.localStorage.clear();
  if (lang !== undefined) window.localStorage.setItem('lang', lang);
  return import('./language.ts');
}

beforeEach(() => vi.restoreAllMocks());

test('the first texts come alone; the account’s follow and take nothing away', async () => {
  const { startLanguage, completeLanguage, languageState } = await open('th');
  await startLanguage();
  const first = Object.keys(languageState().messages ?? {});
  expect(first).toContain('common');
  expect(first).not.toContain('security');
  expect(languageState().isComplete).toBe(false);
  await completeLanguage();
  expect(Object.keys(languageState().messages ?? {})).toEqual(
    expect.arrayContaining([...first, 'security', 'withdraw']),
  );
  expect(languageState().messages?.security.on).toBe('เปิด');
});

test('asked for before the first texts are there, they wait for them', async () => {
  const { startLanguage, completeLanguage, languageState } = await open('jp');
  const all = completeLanguage();
  await startLanguage();
  await all;
  expect(languageState()).toMatchObject({ language: 'jp', isComplete: true });
  expect(languageState().messages?.common.back).toBeDefined();
});

test('a switch meanwhile wins, and all texts are of one language', async () => {
  const { startLanguage, completeLanguage, switchLanguage, languageState } = await open('kr');
  await startLanguage();
  const all = completeLanguage();
  await switchLanguage('esp');
  await all;
  expect(languageState()).toMatchObject({ language: 'esp', isComplete: true });
  expect(languageState().messages?.security.on).toBe('Activada');
});
