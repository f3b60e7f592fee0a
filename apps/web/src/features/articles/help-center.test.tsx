// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page as CenterPage } from '../../pages/help/center/center.tsx';
import { Page as DetailPage } from '../../pages/help/center/detail.tsx';
import { headingsOf } from './Contents.tsx';

const item = (id: number, title: string, topic?: string) => ({
  id,
  title,
  summary: `About ${title}`,
  published_at: 1_788_000_000_000,
  ...(topic !== undefined && { topic }),
});
const pageOf = (list: readonly object[]) => ({ list, page: 1, limit: 100, total: list.length });
const all = [
  item(1, 'Futures', 'contracts'),
  item(2, 'Deposits', 'money'),
  item(3, 'Fees', 'money'),
  item(4, 'Our own'),
];
const listed = {
  'POST news/list': (request: URLSearchParams) => {
    const query = request.get('query');
    const topic = request.get('topic');
    if (query !== null) return pageOf(all.filter(({ title }) => title.includes(query)));
    return pageOf(topic === null ? all : all.filter((each) => each.topic === topic));
  },
};
const search = (text: string) =>
  fireEvent.change(screen.getByLabelText('Search help'), { target: { value: text } });

test('articles stand by topic, in the order of the help centre', async () => {
  serve(listed);
  await renderAt('/pages/help/center/center', <CenterPage />);
  const money = await screen.findByRole('region', { name: 'Deposits and withdrawals' });
  expect(within(money).getAllByRole('link')).toHaveLength(2);
  const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(heads.slice(0, 3)).toEqual(['Deposits and withdrawals', 'Futures and options', 'More']);
});

test('a search shows what is found, and clearing brings the topics back', async () => {
  serve(listed);
  await renderAt('/pages/help/center/center', <CenterPage />);
  await screen.findByText('Deposits');
  search('Fees');
  expect(await screen.findByText('1 article')).toBeDefined();
  expect(screen.queryByText('Deposits')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByText('Deposits')).toBeDefined();
});

test('where nothing is found there is a person to ask', async () => {
  serve(listed);
  await renderAt('/pages/help/center/center', <CenterPage />);
  await screen.findByText('Deposits');
  search('xyz');
  expect(await screen.findByText('No article says “xyz”.')).toBeDefined();
  const link = await screen.findByRole('link', { name: 'Online chat' });
  expect(link.getAttribute('href')).toBe('#/pages/help/center/chat');
});

test('a list that did not load can be asked for again', async () => {
  serve({ 'POST news/list': () => refuse('internal', 'Broken', 500) });
  await renderAt('/pages/help/center/center', <CenterPage />);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  serve(listed);
  await act(async () => retry.click());
  expect(await screen.findByText('Deposits')).toBeDefined();
});

test('an article is found by its name, leads to its parts, and to others of its topic', async () => {
  const body = '## One\n\nA\n\n## **Two**\n\nB\n\n## Three\n\nC';
  let asked: URLSearchParams | undefined;
  serve({
    ...listed,
    'POST news/detail': (request) => {
      asked = request;
      return { ...item(2, 'Deposits', 'money'), body };
    },
  });
  await renderAt('/pages/help/center/detail?key=deposits', <DetailPage />);
  await screen.findByRole('heading', { name: 'Deposits' });
  expect(asked?.get('key')).toBe('deposits');
  // The text comes by a module of its own.
  const part = await screen.findByRole('heading', { name: 'Two' });
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
  Element.prototype.scrollIntoView = () => undefined;
  fireEvent.click(contents.getByRole('button', { name: 'Two' }));
  expect(document.activeElement).toBe(part);
  const related = within(await screen.findByRole('region', { name: 'Related' }));
  expect(related.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/help/center/detail?id=3',
  ]);
});

test('headings are those of the text, not of code in it', () => {
  expect(headingsOf('## A b\n\n```\n## no\n```\n\n### c\n\n## `D`')).toEqual(['A b', 'D']);
});
