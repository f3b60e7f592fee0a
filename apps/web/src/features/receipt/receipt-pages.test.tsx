// @vitest-environment jsdom
import type { Receipt } from '@fairlead/contract';
import { receiptHash } from '@fairlead/receipt';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DRAFTS, publicView, sealAll } from '../../../test/receipts.ts';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page as ReceiptPage } from '../../pages/settlement/receipt.tsx';
import { Page as VerifyPage } from '../../pages/settlement/verify.tsx';

const chain = await sealAll();
const last = chain.at(-1) as Receipt;
const HEAD_TIME = last.time + 60_000;

/** An exchange that published this chain; `see` is how it shows a receipt. */
function exchange(
  receipts: readonly Receipt[],
  see: (receipt: Receipt) => Receipt = publicView,
  heads: readonly object[] = [{ time: HEAD_TIME, count: last.id, hash: last.hash }],
) {
  serve({
    'GET settlement/receipt': (request) => {
      const found = receipts.find(({ id }) => id === Number(request.get('id')));
      return found === undefined ? refuse('not_found', 'Not found', 404) : see(found);
    },
    'GET settlement/receipts': (request) => {
      const from = Number(request.get('from'));
      const limit = Number(request.get('limit'));
      return {
        list: receipts
          .filter(({ id }) => id >= from)
          .slice(0, limit)
          .map(publicView),
      };
    },
    'GET settlement/heads': () => ({ list: heads, page: 1, limit: 100, total: heads.length }),
  });
}

const clipboard = { writeText: vi.fn(async (_text: string) => undefined) };
beforeEach(() => {
  clipboard.writeText.mockClear();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard }));
});
afterEach(() => vi.restoreAllMocks());

const verdict = () =>
  screen.findByText(/^(Verified on this device|Does not match|Could not check)$/);

test.each(chain.map((receipt) => [receipt.kind, receipt.id] as const))(
  'a %s is verified for a guest, up to the published head',
  async (_kind, id) => {
    exchange(chain);
    await renderAt(`/pages/settlement/receipt?id=${id}`, <ReceiptPage />);
    expect((await verdict()).textContent).toBe('Verified on this device');
    expect(await screen.findByText('matches')).toBeDefined();
    expect(screen.getByText(/Owner and amounts are private/)).toBeDefined();
    expect(screen.getByText(/Not checked here: .*which only the owner sees\./)).toBeDefined();
  },
);

test('its owner sees the amounts, which are computed again too', async () => {
  exchange(chain, (receipt) => receipt);
  await renderAt(`/pages/settlement/receipt?id=${last.id}`, <ReceiptPage />);
  expect((await verdict()).textContent).toBe('Verified on this device');
  expect(
    screen.getByText(/: chain, 30 quotes, 6 medians, mean, outcome and pay.out\./),
  ).toBeDefined();
  expect(screen.getByText('90.00')).toBeDefined();
  expect(screen.getByText('+40.00')).toBeDefined();
  expect(screen.queryByText(/are private/)).toBeNull();
});

test('a sample is chosen by a key and shows its quotes', async () => {
  exchange(chain);
  await renderAt(`/pages/settlement/receipt?id=${last.id}`, <ReceiptPage />);
  const samples = await screen.findByRole('slider', { name: 'Samples of the window' });
  expect(samples.getAttribute('aria-valuetext')).toMatch(/, 64,744\.40$/);
  fireEvent.keyDown(samples, { key: 'Home' });
  expect(samples.getAttribute('aria-valuetext')).toMatch(/, 64,741\.10$/);
  const middle = screen.getByRole('row', { name: /^Binance, median/ });
  expect(within(middle).getByText('64,741.10')).toBeDefined();
});

test('a changed sample does not match, and its findings can be handed on (P1)', async () => {
  const forged = { ...last, result: { ...last.result, outcome: 'fall', result: 'lose' } };
  exchange([...chain.slice(0, -1), forged]);
  await renderAt(`/pages/settlement/receipt?id=${last.id}`, <ReceiptPage />);
  expect((await verdict()).textContent).toBe('Does not match');
  expect(screen.getByText('Hash of the receipt')).toBeDefined();
  expect(screen.getByText('Outcome')).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy the findings' })));
  const report = clipboard.writeText.mock.calls[0]?.[0] ?? '';
  expect(report).toContain(`Receipt ${last.id}, delivery, BTC/USDT`);
  expect(report).toMatch(/Failed: outcome: outcome is fall, should be rise/);
});

test('a chain that does not come to the published head does not match', async () => {
  const heads = [{ time: HEAD_TIME, count: last.id, hash: 'f'.repeat(64) }];
  exchange(chain, publicView, heads);
  await renderAt('/pages/settlement/receipt?id=3', <ReceiptPage />);
  expect(await screen.findByText('differs')).toBeDefined();
  expect(screen.getByText('Does not match')).toBeDefined();
  expect(screen.getByText('Published head')).toBeDefined();
});

test('a receipt in the middle is followed to the head; the newest may not be in one yet', async () => {
  exchange(chain);
  const first = await renderAt('/pages/settlement/receipt?id=3', <ReceiptPage />);
  expect(await screen.findByText('5 receipts follow')).toBeDefined();
  expect(await screen.findByText('matches')).toBeDefined();
  first.unmount();
  exchange(chain, publicView, [{ time: HEAD_TIME, count: 5, hash: chain[4]?.hash }]);
  await renderAt(`/pages/settlement/receipt?id=${last.id}`, <ReceiptPage />);
  expect(await screen.findByText('Not in a published head yet')).toBeDefined();
  expect((await verdict()).textContent).toBe('Verified on this device');
});

test('another receipt than the one asked for proves nothing, however right it is', async () => {
  exchange(chain, () => publicView(chain[2] as Receipt));
  await renderAt('/pages/settlement/receipt?id=4', <ReceiptPage />);
  expect((await verdict()).textContent).toBe('Does not match');
  expect(screen.getByText('receipt 4 was asked for, 3 was given')).toBeDefined();
});

test('a head that is far is followed when asked', async () => {
  const long = await sealAll(
    Array.from({ length: 60 }, () => DRAFTS[1] as (typeof DRAFTS)[number]),
  );
  exchange(long, publicView, [{ time: HEAD_TIME, count: 60, hash: long.at(-1)?.hash }]);
  await renderAt('/pages/settlement/receipt?id=2', <ReceiptPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(await screen.findByText('matches')).toBeDefined();
  expect(screen.getByText('58 receipts follow')).toBeDefined();
});

test('on a page without WebCrypto nothing is said to be verified', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (array: Uint8Array) => array });
  exchange(chain);
  await renderAt(`/pages/settlement/receipt?id=${last.id}`, <ReceiptPage />);
  expect((await verdict()).textContent).toBe('Could not check');
  expect(screen.getByText(/computes hashes on https pages only/)).toBeDefined();
});

test('without its neighbours a receipt says what it could not look at', async () => {
  serve({ 'GET settlement/receipt': (request) => (request.get('id') === '8' ? last : undefined) });
  await renderAt('/pages/settlement/receipt?id=8', <ReceiptPage />);
  expect((await verdict()).textContent).toBe('Verified on this device');
  expect(screen.getByText(/Not checked here: the link to the receipt before and/)).toBeDefined();
  expect(await screen.findByText('Published head not looked up')).toBeDefined();
});

test.each([
  ['?id=99', 'There is no receipt of this number.'],
  ['?id=x', 'The address names no receipt.'],
  ['', 'The address names no receipt.'],
])('an address with %j says so', async (query, text) => {
  exchange(chain);
  await renderAt(`/pages/settlement/receipt${query}`, <ReceiptPage />);
  expect(await screen.findByText(text)).toBeDefined();
});

test('the steps by hand hold the receipt’s numbers and the command', async () => {
  exchange(chain);
  await renderAt(`/pages/settlement/receipt?id=${last.id}`, <ReceiptPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'How to check by hand' }));
  expect(await screen.findByText('388,457.40 / 6 = 64,742.90')).toBeDefined();
  expect(screen.getByText(/^npx fairlead-verify http.* --id 8$/)).toBeDefined();
});

async function give(text: string): Promise<void> {
  fireEvent.change(screen.getByRole('textbox', { name: /^JSON of/ }), { target: { value: text } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Check' })));
}

test('a pasted receipt is checked without a call', async () => {
  serve({});
  await renderAt('/pages/settlement/verify', <VerifyPage />);
  await screen.findByRole('alert');
  calls.length = 0;
  await give(JSON.stringify(last));
  expect((await verdict()).textContent).toBe('Verified on this device');
  expect(screen.getByText(/Not checked here: the link to the receipt before/)).toBeDefined();
  expect(calls).toEqual([]);
});

test('a pasted list is checked as a chain, each of its receipts can be opened', async () => {
  exchange(chain);
  await renderAt('/pages/settlement/verify', <VerifyPage />);
  await give(JSON.stringify({ list: chain }));
  expect((await verdict()).textContent).toBe('Verified on this device');
  expect(screen.getByText(/: 8 receipts, 65 quotes and 13 medians\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: /Liquidation 6/ }));
  expect(await screen.findByText('54,305.43001999')).toBeDefined();
});

test('a list with a gap in its hashes does not match', async () => {
  exchange(chain);
  await renderAt('/pages/settlement/verify', <VerifyPage />);
  const changed = chain.map((each) =>
    each.id === 4 ? { ...each, previous_hash: '0'.repeat(64) } : each,
  );
  await give(JSON.stringify(changed));
  expect((await verdict()).textContent).toBe('Does not match');
  expect(screen.getAllByText(/^receipt 4: /).length).toBeGreaterThan(0);
});

test.each([
  ['', 'Paste or open a receipt first.'],
  ['{', 'This is not JSON.'],
  ['[]', 'There is no receipt in it.'],
])('what cannot be read is refused: %j', async (text, refusal) => {
  exchange(chain);
  await renderAt('/pages/settlement/verify', <VerifyPage />);
  await give(text);
  expect(screen.getByText(refusal)).toBeDefined();
});

test('what is no receipt is said to be none', async () => {
  exchange(chain);
  await renderAt('/pages/settlement/verify', <VerifyPage />);
  await give('{"id":1}');
  expect((await verdict()).textContent).toBe('Does not match');
  expect(screen.getByText('Not a receipt')).toBeDefined();
});

test('a number leads to its receipt, and the latest stand below with the published head', async () => {
  exchange(chain);
  await renderAt('/pages/settlement/verify', <VerifyPage />);
  const links = await screen.findAllByRole('link', { name: /\d/ });
  expect(links[0]?.getAttribute('href')).toBe(`#/pages/settlement/receipt?id=${last.id}`);
  expect(screen.getByText(/^8 receipts up to/)).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: 'Number of a receipt' }), {
    target: { value: '7' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(address()).toBe('/pages/settlement/receipt?id=7');
});

test('a declared loss says what is missing, and nothing of prices or amounts', async () => {
  const { strike: _strike, own: _own, ...rest } = last;
  const id = 1_000_007;
  const lost = {
    ...rest,
    id,
    kind: 'loss' as const,
    symbol: '',
    samples: [],
    terms: {
      ...{ sequence_from: 120, sequence_seen: 177, sequence_to: 5_000 },
      ...{ receipt_from: last.id + 1, receipt_seen: last.id, receipt_to: id - 1 },
      ...{ time_from: last.time, time_to: last.time },
    },
    result: {},
    previous_hash: last.hash,
  };
  const loss: Receipt = { ...lost, hash: await receiptHash({ ...lost }) };
  exchange([...chain, loss]);
  renderAt(`/pages/settlement/receipt?id=${id}`, <ReceiptPage />);
  const block = within(await screen.findByRole('region', { name: 'Loss of commits' }));
  expect(block.getByText('120 to 177')).toBeTruthy();
  expect(block.getByText('none is known')).toBeTruthy();
  expect(
    screen.getByText(/^Commands 120 to 5000 and receipts \d+ to 1000006 are left out/),
  ).toBeTruthy();
  expect(await screen.findByText('Verified on this device')).toBeTruthy();
  expect(screen.queryByText(/said\.|Open price|only the owner sees/)).toBeNull();
});
