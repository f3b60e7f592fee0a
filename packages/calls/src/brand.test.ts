// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => document.head.replaceChildren());

const load = () => import('./brand.ts');

test('the brand is what the server wrote into the page', async () => {
  const meta = document.createElement('meta');
  meta.name = 'brand';
  meta.content = JSON.stringify({
    name: 'Harbour & Co "Lights"',
    shortName: 'Harbour',
    code: 'HarbourCo',
    texts: { en: { 'home.promise': 'A light on every price.' } },
  });
  document.head.append(meta);
  const { barName, brandedFile, pageBrand } = await load();
  // Twenty characters are too many for a phone's bar.
  expect(barName()).toBe('Harbour');
  expect(pageBrand().name).toBe('Harbour & Co "Lights"');
  expect(pageBrand().texts.en?.['home.promise']).toBe('A light on every price.');
  expect(brandedFile('recovery-codes.txt')).toBe('harbourco-recovery-codes.txt');
});

test('a page that no server wrote has our own', async () => {
  const { barName, brandedFile, pageBrand } = await load();
  expect(barName()).toBe('Fairlead');
  expect(pageBrand()).toEqual({
    name: 'Fairlead',
    shortName: 'Fairlead',
    code: 'Fairlead',
    texts: {},
  });
  expect(brandedFile('recovery-codes.txt')).toBe('fairlead-recovery-codes.txt');
});
