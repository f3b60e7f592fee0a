// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => document.head.replaceChildren());

test('a few texts are said in the brand’s words, in the languages that it has them in', async () => {
  const meta = document.createElement('meta');
  meta.name = 'brand';
  const texts = { en: { 'home.promise': 'A light on every price.' } };
  meta.content = JSON.stringify({ name: 'Harbourlight', code: 'Harbour', texts });
  document.head.append(meta);
  const { languageState, switchLanguage } = await import('./language.ts');
  const saidIn = async (language: 'en' | 'th') => {
    await switchLanguage(language);
    const { messages } = languageState();
    if (messages === undefined) throw new Error('no texts');
    return messages;
  };
  const [en, th] = [await saidIn('en'), await saidIn('th')];
  expect(en.home.promise).toBe('A light on every price.');
  // The rest of the group stays, and so does what it is not a brand's to say.
  expect(en.home.promiseDetail).toContain('check yourself');
  expect(en.common.demo.simulated).toBe('Demo: simulated prices, test funds');
  expect(th.home.promise).toContain('เทรด');
});
