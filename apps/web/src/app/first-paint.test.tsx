// @vitest-environment jsdom
/** What stands before the app's code is there is what the app's components then draw. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@fairlead/contract/constants';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { firstMarkup, firstTexts } from '../../first-paint.ts';
import { quotation } from '../../test/quotation.ts';
import { renderAt, serve } from '../../test/render.tsx';
import { Frame } from './shell/Frame.tsx';

const boot = readFileSync(path.join(import.meta.dirname, '../../public/boot.js'), 'utf8');
const texts = firstTexts();

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  delete window.early;
});

interface Start {
  readonly strip?: string;
  readonly brand?: object;
  readonly isDesk?: boolean;
}

/** Runs boot.js as the browser does, until the body is read; gives what it drew. */
function draw(hash: string, { strip, brand, isDesk = false }: Start = {}): HTMLElement {
  const metas = {
    ...{ languages: Object.fromEntries(LANGUAGES.map((key) => [key, key])), chunks: {} },
    ...{ first: texts, ...(brand && { brand }) },
  };
  document.head.innerHTML = '';
  document.title = 'Fairlead';
  for (const [name, value] of Object.entries({ ...metas, 'theme-color': '' })) {
    const content = typeof value === 'string' ? value : JSON.stringify(value);
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  }
  if (strip !== undefined)
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'strip', content: strip }),
    );
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('width') && isDesk }));
  vi.stubGlobal('fetch', async () => new Response('{}'));
  vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll('/', '\\/') });
  window.location.hash = hash;
  new Function(boot)();
  document.body.innerHTML = `<div id="root"></div>${firstMarkup()}`;
  document.dispatchEvent(new Event('readystatechange'));
  const root = document.getElementById('root');
  if (root === null) throw new Error('no root');
  return root;
}

const PARTS = ['section[aria-label]', 'header', 'main section', '.fl-tabbar'];
const partsOf = (root: ParentNode) => PARTS.map((part) => root.querySelector(part));

test('a guest’s home is, piece by piece, what the app draws there', async () => {
  const drawn = partsOf(draw('', { strip: 'common.demo.simulated' }));
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  serve({
    'GET currency/quotation_new': () => [quotation()],
    'POST news/list': () => ({ list: [], page: 1, limit: 20, total: 0 }),
    'GET config': () => ({ demo: true, feed: 'simulated', time: 1, languages: [], channels: [] }),
  });
  const { container } = await renderAt('/', <Frame />);
  await screen.findByRole('note');
  await screen.findByRole('heading', { level: 1 });
  for (const [at, piece] of partsOf(container).entries()) {
    // Whatever the order of their attributes.
    expect([PARTS[at], drawn[at]?.isEqualNode(piece)]).toEqual([PARTS[at], true]);
  }
});

test('it speaks the language that the app will speak', () => {
  window.localStorage.setItem('lang', 'th');
  expect(draw('').querySelector('h1')?.textContent).toBe(texts['home.promise']?.th);
});

test('the ticket names its market, which the address or the last visit chose', () => {
  const pairOf = (root: HTMLElement) => root.querySelector('.fl-pair')?.textContent;
  expect(pairOf(draw('#/pages/trade/spot?symbol=eth/usdt'))).toBe('ETH/USDT');
  window.localStorage.setItem('last_symbol', 'SOL/USDT');
  expect(pairOf(draw('#/pages/trade/spot'))).toBe('SOL/USDT');
  expect(pairOf(draw('#/pages/trade/spot?symbol=<b>'))).toBe('SOL/USDT');
});

test('who is logged in sees no guest’s home, and a guest no tab that asks for a login', () => {
  expect(draw('#/pages/assets/index').querySelector('nav')).toBeNull();
  window.localStorage.setItem('token', 't');
  window.localStorage.setItem('user', '{"id":1}');
  expect(draw('#/pages/assets/index').querySelector('[aria-current]')?.textContent).toBe('Assets');
  const home = draw('');
  expect(home.querySelector('main')).toBeNull();
  expect(home.querySelector('header')?.textContent).toBe('Fairlead');
});

test('futures light the tab of contracts', () => {
  const lit = draw('#/pages/lever/index').querySelector('[aria-current]');
  expect(lit?.textContent).toBe('Contracts');
});

test('a desk has its strip and the bar’s place, and a page of a brand its words', () => {
  const desk = draw('', { isDesk: true, strip: 'common.sandbox' });
  expect(desk.textContent).toBe('Paper trading: test funds');
  expect(desk.querySelector('.fl-topbar')).not.toBeNull();
  const brand = {
    ...{ name: 'A very long name of it', shortName: 'Short' },
    texts: { en: { 'home.promise': 'Our own words' } },
  };
  const home = draw('', { brand });
  expect(home.querySelector('h1')?.textContent).toBe('Our own words');
  expect(home.querySelector('header')?.textContent).toBe('Short');
  expect(home.querySelector('section[aria-label]')).toBeNull();
});

test('nothing is left of what tells boot.js what to do', () => {
  const root = draw('', { strip: 'common.demo.live' });
  expect(root.querySelector('[data-when],[data-text],[data-label],[data-pages]')).toBeNull();
  expect(root.innerHTML).not.toContain('undefined');
});
