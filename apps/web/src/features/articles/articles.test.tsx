// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt, serve } from '../../../test/render.tsx';
import { settingsStore } from '../../data/account/settings.ts';
import { Page as HelpPage } from '../../pages/help/center/detail.tsx';
import { Page as NoticePage } from '../../pages/index/notice/notice.tsx';
import { Page as NoticesPage } from '../../pages/notice/index.tsx';

const item = (id: number) => ({
  id,
  title: `Title ${id}`,
  summary: 'Summary',
  published_at: 1_788_000_000_000,
});

test('announcements lead to their text, and opening the list marks them seen', async () => {
  serve({ 'POST news/list': () => ({ list: [item(12), item(11)], page: 1, limit: 20, total: 2 }) });
  await renderAt('/pages/notice/index', <NoticesPage />);
  const link = await screen.findByRole('link', { name: /Title 12/ });
  expect(link.getAttribute('href')).toBe('#/pages/index/notice/notice?id=12');
  expect(settingsStore.getState().seenNotice).toBe(12);
});

test('no announcement is said', async () => {
  serve({ 'POST news/list': () => ({ list: [], page: 1, limit: 20, total: 0 }) });
  await renderAt('/pages/notice/index', <NoticesPage />);
  expect(await screen.findByText('No announcement yet.')).toBeDefined();
});

test('an article shows its blocks and leads only to safe places', async () => {
  const body =
    '## Head\n\nA **b** [c](https://x.org) [d](javascript:alert(1)) <img src=x onerror=alert(1)>';
  serve({ 'POST news/detail': () => ({ ...item(12), body }) });
  await renderAt('/pages/index/notice/notice?id=12', <NoticePage />);
  expect(await screen.findByRole('heading', { name: 'Head' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'c' }).getAttribute('rel')).toContain('noopener');
  expect(screen.queryByRole('link', { name: 'd' })).toBeNull();
  expect(document.querySelector('img')).toBeNull();
});

test.each(['', '?id=0', '?id=x', '?id=99'])(
  'an address with %j says that there is no such article',
  async (query) => {
    serve({});
    await renderAt(`/pages/index/notice/notice${query}`, <NoticePage />);
    expect(await screen.findByText('This article does not exist, or not any more.')).toBeDefined();
  },
);

test('a help article stands without a date, under its title', async () => {
  serve({ 'POST news/detail': () => ({ ...item(3), body: 'How it works.' }) });
  await renderAt('/pages/help/center/detail?id=3', <HelpPage />);
  expect(await screen.findByRole('heading', { name: 'Title 3' })).toBeDefined();
  expect(screen.getByText('How it works.')).toBeDefined();
  expect(screen.queryByText(/2026/)).toBeNull();
});
