// @vitest-environment jsdom

import { useApi, useApiPages } from '@fairlead/calls';
import { routes } from '@fairlead/contract';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { endSession, startSession } from '../account/session.ts';
import { errorText } from './error-text.ts';
import { PRIVATE_ROUTES } from './private-routes.ts';
import { followSession } from './query.ts';

test('the private reads are those that the catalogue gives to users only', () => {
  for (const name of PRIVATE_ROUTES)
    expect([name, routes[name].access.who]).toEqual([name, 'user']);
  // An address may be made when it is asked for, a proof costs hashing, a year reads all entries: rated as writes, and private.
  const reads = Object.entries(routes)
    .filter(([, { access, rate }]) => access.who === 'user' && rate === 'read')
    .map(([name]) => name)
    .concat('depositAddress', 'liabilityProof', 'taxReport', 'taxLines');
  expect([...PRIVATE_ROUTES].sort()).toEqual(reads.sort());
});

function Sessions() {
  const { data, error } = useApi('sessions', {});
  return <p>{error ? errorText(error) : (data?.length ?? 'none yet')}</p>;
}

test('a private read waits for a user', async () => {
  serve({ 'GET user/sessions': () => [] });
  await renderAt('/', <Sessions />);
  expect(calls).toEqual([]);
  await act(async () => startSession({ token: 't', user }));
  expect(await screen.findByText('0')).toBeDefined();
});

function Offer() {
  const { data } = useApi('offering', { id: 1 });
  return <p>{data?.subscribed ?? 'nothing of one’s own'}</p>;
}

test('what a public read says of its reader is forgotten with the session', async () => {
  followSession();
  startSession({ token: 't', user });
  serve({
    'GET lh/send/product_info': (_request, headers) =>
      headers.has('authorization') ? { subscribed: '400' } : {},
  });
  const { unmount } = await renderAt('/', <Offer />);
  expect(await screen.findByText('400')).toBeDefined();
  unmount();
  endSession();
  await renderAt('/', <Offer />);
  expect(await screen.findByText('nothing of one’s own')).toBeDefined();
  expect(screen.queryByText('400')).toBeNull();
});

test('a refusal without data is the text of the server', async () => {
  startSession({ token: 't', user });
  serve({ 'GET user/sessions': () => refuse('forbidden', 'Not for you', 403) });
  await renderAt('/', <Sessions />);
  expect(await screen.findByText('Not for you')).toBeDefined();
});

function Notices() {
  const { data, hasMore, more, total } = useApiPages('newsList', { category: 'notice' });
  return (
    <>
      <p>{`${data?.length} of ${total}`}</p>
      {hasMore && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </>
  );
}

test('pages add up until all are there', async () => {
  const item = (id: number) => ({ id, title: '', summary: '', published_at: 1 });
  serve({
    'POST news/list': (request) => {
      const page = Number(request.get('page'));
      const list =
        page === 1 ? Array.from({ length: 20 }, (_, index) => item(index + 1)) : [item(21)];
      return { list, page, limit: 20, total: 21 };
    },
  });
  await renderAt('/', <Notices />);
  expect(await screen.findByText('20 of 21')).toBeDefined();
  await act(async () => screen.getByRole('button', { name: 'More' }).click());
  expect(await screen.findByText('21 of 21')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
