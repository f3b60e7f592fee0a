// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@fairlead/contract/constants';
import { preloadOverlays } from '@fairlead/ui';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const SAVE = 'POST operator/news/save';
const article = {
  id: 6,
  category: 'notice',
  published_at: NOW_MS,
  translations: [{ lang: 'en', title: 'Maintenance', summary: '', body: 'On **Sunday**.' }],
};

async function open(role = 'support') {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'sam', role, demo: true, has_otp: true }),
    'GET operator/news': () => pageOf([article]),
    [SAVE]: () => ({ id: 6 }),
  });
  await renderAt('/news', <Page />);
  fireEvent.click(await screen.findByText('Maintenance'));
}

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const preview = () => within(screen.getByRole('region', { name: 'As users read it' }));

test('what is written is shown at once as users read it, never as HTML', async () => {
  await open();
  // What reads Markdown comes with the first article.
  expect((await preview().findByText('Sunday')).tagName).toBe('STRONG');
  type('Text', '## New\n\n<img src=x onerror=alert(1)> [bad](javascript:alert(1))');
  expect(preview().getByRole('heading', { name: 'New' })).toBeTruthy();
  expect(preview().getByText(/<img src=x/)).toBeTruthy();
  expect(preview().queryByRole('link')).toBeNull();
  expect(preview().queryByRole('img')).toBeNull();
});

test('under the languages stands how many there are, and the page that says how one is added', async () => {
  await open();
  expect(screen.getAllByRole('tab')).toHaveLength(LANGUAGES.length);
  const note = screen.getByText(/languages come with the program/).textContent ?? '';
  const [, page = '', heading] = /(docs\/\S+\.md), “(.+)”/.exec(note) ?? [];
  const root = path.resolve(import.meta.dirname, '../../../../..');
  expect(readFileSync(path.join(root, page), 'utf8')).toContain(`\n## ${heading}\n`);
});

test('a half written language is led to before anything is saved', async () => {
  await open();
  fireEvent.click(screen.getByRole('tab', { name: /日本語/ }));
  type('Title', 'メンテナンス');
  fireEvent.click(screen.getByRole('tab', { name: /English/ }));
  press('Save');
  expect(callsOf(SAVE)).toHaveLength(0);
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('日本語');
  type('Text', '日曜日');
  press('Save');
  await act(async () => undefined);
  const sent = JSON.parse(callsOf(SAVE)[0]?.request['translations'] ?? '[]');
  expect(sent.map(({ lang }: { lang: string }) => lang)).toEqual(['en', 'jp']);
});

test('unsaved work is not left without being asked', async () => {
  await preloadOverlays();
  await open();
  type('Title', 'Maintenance on Sunday');
  press('Back');
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
});

test('an auditor reads an article and cannot save it', async () => {
  await open('auditor');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
