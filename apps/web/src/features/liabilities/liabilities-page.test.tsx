// @vitest-environment jsdom
import type { LiabilityProofView, LiabilitySnapshotView, User } from '@fairlead/contract';
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { publish } from '../../../test/liabilities.ts';
import { calls, type Refusal, refuse, renderAt, serve } from '../../../test/render.tsx';
import { startSession } from '../../data/account/session.ts';
import { queryClient } from '../../data/calls/query.ts';
import { Page } from '../../pages/settlement/liabilities.tsx';
import { comparePins } from './pins.ts';

const PATH = '/pages/settlement/liabilities';
const AMOUNTS = [5_000_000n, 7_000_000n, 11_500_000n];
const first = await publish(AMOUNTS);
const second = await publish([...AMOUNTS, 1n], first.snapshot);
const user = { id: 3, nickname: 'Cid', account: 'cid@example.com', invite_code: 'ABCD' } as User;

interface Exchange {
  readonly list?: readonly LiabilitySnapshotView[];
  readonly proof?: LiabilityProofView | Refusal;
  readonly reserves?: object;
  /** What the user holds now. */
  readonly held?: string;
}

/** An exchange that publishes a list, newest first, and gives a proof. */
function exchange(given: Exchange = {}) {
  const { list = [second.snapshot, first.snapshot], proof, reserves, held = '5.000000' } = given;
  const balance = {
    currency_id: 3,
    currency: 'USDT',
    available: held,
    frozen: '0.000000',
    total: held,
  };
  serve({
    'GET settlement/liabilities': () => ({
      ...{ list, page: 1, limit: 30, total: list.length, proofs_days: 90 },
      next_at: Date.UTC(2026, 10, 23, 8),
    }),
    'GET settlement/liabilities/snapshot': (request) =>
      [first.snapshot, second.snapshot].find(({ id }) => id === Number(request.get('id'))) ??
      refuse('not_found', 'Not found', 404),
    'GET settlement/liabilities/proof': () => proof ?? second.proofOf(3),
    'POST wallet/list': () => ({
      ...{ convert_currency: 'USDT', total: held, time: 1 },
      accounts: [{ account: 'coin', total: held, balances: [balance] }],
    }),
    'GET settlement/reserves': () => reserves ?? { list: [], compared: [] },
  });
}
const logIn = () => startSession({ token: 'a-token', user });
const open = (query = '') => renderAt(`${PATH}${query}`, <Page />);

beforeAll(() => preloadOverlays());
beforeEach(() => {
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      clipboard: { writeText: vi.fn(async () => undefined) },
    }),
  );
});

test('a user sees that their balances are in the published total, checked here', async () => {
  exchange();
  logIn();
  await open();
  expect(await screen.findByText('Your balances are in the published total')).toBeDefined();
  expect(screen.getByText(/1 currency leads to its published root\. 1 link/)).toBeDefined();
  expect(screen.getByText('11.500000')).toBeDefined();
  expect(screen.getByText('23.500001')).toBeDefined();
  expect(screen.getByText(/^A calculation .* Not an audit\.$/)).toBeDefined();
  expect(screen.getByText(/Your number is 3/)).toBeDefined();
  const command = screen.getByText('fairlead-liabilities-2.json').parentElement;
  expect(command?.textContent).toBe('npx fairlead-verify fairlead-liabilities-2.json');
});

test('a proof whose balance was changed does not match, whatever the exchange says', async () => {
  const proof = second.proofOf(3);
  const paths = proof.paths.map((path) => ({ ...path, amount: '99.000000' }));
  exchange({ proof: { ...proof, paths } });
  logIn();
  await open();
  expect(await screen.findByText('Does not match')).toBeDefined();
  expect(screen.getByText('Path to the total')).toBeDefined();
});

test("another user's proof does not match, however right it is", async () => {
  exchange({ proof: second.proofOf(1) });
  logIn();
  await open();
  expect(await screen.findByText('Does not match')).toBeDefined();
  expect(screen.getByText('Your number')).toBeDefined();
});

test('a proof of a publication that only this user is shown does not match', async () => {
  const other = await publish([...AMOUNTS, 2n], first.snapshot);
  exchange({ proof: other.proofOf(3) });
  logIn();
  await open();
  expect(await screen.findByText('Another publication than everybody sees')).toBeDefined();
});

test('a publication that was changed since this device saw it says so', async () => {
  exchange({ list: [first.snapshot], proof: first.proofOf(3) });
  logIn();
  const view = await open();
  await screen.findByText('Your balances are in the published total');
  view.unmount();
  queryClient.clear();
  const anew = await publish([1n, 2n, 3n]);
  exchange({ list: [anew.snapshot], proof: anew.proofOf(3) });
  await open();
  expect(await screen.findByText('Changed since this device saw it')).toBeDefined();
  // What was seen once is not replaced by what differs.
  expect(window.localStorage.getItem('liability_pins')).toContain(first.snapshot.hash);
});

test('a publication that was taken back says so, one that stayed says that too', async () => {
  const pins = new Map([
    [1, first.snapshot.hash],
    [2, second.snapshot.hash],
    [3, 'f'.repeat(64)],
  ]);
  expect(comparePins(pins, [second.snapshot, first.snapshot])).toEqual({
    changed: [],
    missing: [3],
    same: [1, 2],
  });
  window.localStorage.setItem('liability_pins', JSON.stringify(Object.fromEntries(pins)));
  exchange();
  await open();
  expect(await screen.findByText('Taken back since this device saw it')).toBeDefined();
});

test('an older one that this device saw is asked for by itself', async () => {
  window.localStorage.setItem('liability_pins', JSON.stringify({ 1: 'e'.repeat(64) }));
  exchange({ list: [second.snapshot] });
  await open();
  expect(await screen.findByText('Changed since this device saw it')).toBeDefined();
  expect(calls).toContain('GET settlement/liabilities/snapshot');
});

test('a guest sees that publications fit together, and how to check their own', async () => {
  exchange();
  await open();
  expect(await screen.findByText('The publications fit together')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(calls).not.toContain('GET settlement/liabilities/proof');
});

test('who had nothing, comes too late, or before the first is told so', async () => {
  exchange({ proof: { ...second.proofOf(3), paths: [] } });
  logIn();
  const nothing = await open();
  expect(await screen.findByText('No balance of yours is in it')).toBeDefined();
  nothing.unmount();
  exchange({ proof: refuse('proof_expired', 'Proofs of this date are no longer kept') });
  const late = await open('?id=1');
  expect(await screen.findByText(/The totals stay published/)).toBeDefined();
  late.unmount();
  exchange({ list: [] });
  queryClient.clear();
  await open();
  expect(await screen.findByText('Nothing is published yet.')).toBeDefined();
});

test('who came after the publication is not frightened by it', async () => {
  exchange({ proof: { ...second.proofOf(3), paths: [] } });
  startSession({ token: 'a-token', user: { ...user, created_at: second.snapshot.time + 1 } });
  await open();
  expect(await screen.findByText('From before your account')).toBeDefined();
  expect(screen.getByText(/There is nothing of yours to find in them/)).toBeDefined();
  expect(screen.queryByText('No balance of yours is in it')).toBeNull();
  // A balance that is named of that time is checked all the same.
  cleanup();
  queryClient.clear();
  exchange({ proof: { ...second.proofOf(3), paths: second.proofOf(1).paths } });
  await open();
  expect(await screen.findByText('Does not match')).toBeDefined();
});

test('who holds nothing now is told the same, and not alarmed', async () => {
  exchange({ proof: { ...second.proofOf(3), paths: [] }, held: '0.000000' });
  logIn();
  await open();
  const title = await screen.findByText('No balance of yours is in it');
  await vi.waitFor(() => expect(title.closest('[role=status]')?.className).toContain('bg-raised'));
  expect(screen.getByText(/If you had one, they are wrong/)).toBeDefined();
  cleanup();
  queryClient.clear();
  exchange({ proof: { ...second.proofOf(3), paths: [] } });
  await open();
  const alarmed = await screen.findByText('No balance of yours is in it');
  expect(alarmed.closest('[role=status]')?.className).toContain('bg-warn-tint');
});

test('an error is said and can be tried again', async () => {
  serve({ 'GET settlement/liabilities': () => refuse('unavailable', 'Not available', 400) });
  await open();
  expect(await screen.findByText('Not available')).toBeDefined();
  exchange();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(await screen.findByText('The publications fit together')).toBeDefined();
});

test('a reserve shows what its key signed and whose word its balance is', async () => {
  const reserve = {
    ...{ id: 1, chain: 'ERC20', address: `0x${'Ab'.repeat(20)}`, currency: 'USDT' },
    ...{ message: 'Reserves of exchange.example on 2026-11-21', signature: '0x12', time: 1 },
    ...{ balance: '20.000000', balance_source: 'operator', balance_at: Date.UTC(2026, 10, 21) },
  };
  const compared = [
    {
      ...{ currency: 'USDT', liabilities: '23.500001', reserves: '20.000000' },
      ...{ checked: '0.000000', is_covered: false },
    },
  ];
  exchange({ reserves: { list: [reserve], compared } });
  await open();
  expect(await screen.findByText('less than what is owed')).toBeDefined();
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: /entered by the operator, not checked/ })),
  );
  expect(await screen.findByText(reserve.message)).toBeDefined();
  expect(screen.getByText('0x12')).toBeDefined();
});
