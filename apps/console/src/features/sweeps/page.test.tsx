// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const sweep = {
  ...{ id: 7, chain: 'ERC20', tx_id: `0x${'a'.repeat(64)}`, state: 'failed', to: 'hot' },
  ...{ currency: 'ETH', address: '0x52908400098527886E0F7030069857D2E4169EE7', is_own: false },
  ...{ amount: '1.25', fee: '0.002', sources: 1, reason: 'nonce_used_otherwise' },
  ...{ time: NOW_MS, changed_at: NOW_MS },
};

async function open(list: readonly object[]) {
  serve({
    ...COMMON,
    'GET operator/sweeps': () => pageOf([...list], 1, 50),
    'GET operator/sweepers': () => [
      { chain: 'ERC20', standing: 'fees_used_up', since: NOW_MS, time: NOW_MS },
    ],
  });
  await renderAt('/sweeps', <Page />);
}

test('shows why a signer waits, and warns of an address that is in no setting', async () => {
  await open([sweep]);
  expect(await screen.findByText(/Ethereum waits: what its policy allows for fees/)).toBeTruthy();
  fireEvent.click(await screen.findByText('1.25 ETH'));
  const panel = within(screen.getByRole('complementary'));
  expect(panel.getByText(/none of this server’s settings/)).toBeTruthy();
  expect(panel.getByText('nonce_used_otherwise')).toBeTruthy();
});

test('says that nothing was swept', async () => {
  await open([]);
  expect(await screen.findByText('Nothing was swept yet.')).toBeTruthy();
});
