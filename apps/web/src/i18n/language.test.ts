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

test('the first texts come alone; the others follow part by part and take nothing away', async () => {
  const { startLanguage, loadTexts, languageState } = await open('th');
  await startLanguage();
  const first = Object.keys(languageState().messages ?? {});
  expect(first).toContain('common');
  expect(first).not.toContain('security');
  expect(first).not.toContain('futures');
  expect(languageState().parts).toEqual(['core']);
  await Promise.all([loadTexts('account'), loadTexts('contracts')]);
  expect(Object.keys(languageState().messages ?? {})).toEqual(
    expect.arrayContaining([...first, 'security', 'withdraw', 'futures']),
  );
  expect(languageState().messages?.security.on).toBe('เปิด');
});

test('asked for before the first texts are there, they wait for them', async () => {
  const { startLanguage, loadTexts, languageState } = await open('jp');
  const account = loadTexts('account');
  await startLanguage();
  await account;
  expect(languageState()).toMatchObject({ language: 'jp', parts: ['core', 'account'] });
  expect(languageState().messages?.common.back).toBeDefined();
});

test('a switch meanwhile wins, and all texts are of one language', async () => {
  const { startLanguage, loadTexts, switchLanguage, languageState } = await open('kr');
  await startLanguage();
  const account = loadTexts('account');
  await switchLanguage('esp');
  await account;
  expect(languageState()).toMatchObject({
    language: 'esp',
    parts: [
      ...['core', 'account', 'contracts', 'wealth', 'desk'],
      ...[
        'triggers',
        'life',
        'share',
        'amend',
        'charting',
        'tax',
        'webhooks',
        'sharing',
        'convert',
        'mails',
      ],
      ...['quality', 'holds', 'provider', 'recipient', 'origin', 'subAccounts'],
    ],
  });
  expect(languageState().messages?.security.on).toBe('Activada');
});

test.each([
  [['th-TH'], 'th'],
  [['xx', 'ja-JP', 'en'], 'jp'],
  [['es-419'], 'esp'],
  [['zh-TW'], 'hk'],
  [['zh-Hant-HK'], 'hk'],
  [['zh-Hans-SG'], 'zh'],
  [['zh'], 'zh'],
  [['it-CH', 'nl'], undefined],
] as const)('a browser that asks for %j is greeted in %s', async (tags, language) => {
  const { languageOf } = await open();
  expect(languageOf(tags)).toBe(language);
});

test('until a language is chosen it is the browser\u2019s', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ko-KR']);
  expect((await open()).currentLanguage()).toBe('kr');
  expect((await open('en')).currentLanguage()).toBe('en');
});
