/** What pages need to know of money in and out, and the terms behind it (cases.md D9). */
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { addPicture } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('what pages need to know', () => {
  test('currencies name their networks and whether money comes in and goes out', async () => {
    const [btc, eth, usdt] = await server.data('currencies');
    expect(btc).toMatchObject({ deposit: true, withdraw: true });
    expect(btc?.chains).toEqual([
      {
        chain: 'OMNI',
        min_deposit: '0.00010000',
        min_withdraw: '0.00100000',
        withdraw_fee: '0.00020000',
        confirmations: 3,
      },
    ]);
    expect(eth?.chains.map(({ chain }) => chain)).toEqual(['ERC20']);
    expect(usdt?.chains.map(({ chain }) => chain)).toEqual(['BANK', 'ERC20', 'TRC20']);
    const user = await server.register();
    const flags = async (account: string) => {
      const { deposit, withdraw } = await server.data(
        'walletDetail',
        { account, currency_id: 3 },
        user,
      );
      return { deposit, withdraw };
    };
    expect(await flags('coin')).toEqual({ deposit: true, withdraw: true });
    expect(await flags('trust')).toEqual({ deposit: false, withdraw: false });
  });

  test('the bank account names the user in its reference', async () => {
    const user = await server.register();
    expect(await server.data('bankInfo', { currency_id: 3 }, user)).toMatchObject({
      bank_name: 'Bank of Nowhere (demo)',
      reference: `FL-${user.userId}`,
      min_deposit: '20.000000',
    });
    expect((await server.call('bankInfo', { currency_id: 1 }, user)).error).toBe('currency_closed');
  });

  test('a network without keys gives out no addresses', async () => {
    const user = await server.register();
    for (const request of [
      { currency_id: 3, chain: 'ERC20' },
      { currency_id: 1, chain: 'ERC20' },
    ])
      expect((await server.call('depositAddress', request, user)).error).toBe('chain_closed');
  });

  test('a watched network gives out the own address with what it takes', async () => {
    const user = await server.register();
    const { chains } = server.context;
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const watched = vi.spyOn(chains, 'isWatched').mockImplementation((_, id) => id === 3);
    const given = vi.spyOn(chains, 'addressOf').mockResolvedValue({ address });
    try {
      const request = { currency_id: 3, chain: 'ERC20' };
      expect(await server.data('depositAddress', request, user)).toEqual({
        chain: 'ERC20',
        address,
        min_deposit: '5.000000',
        confirmations: 12,
      });
      expect(given).toHaveBeenCalledWith(user.userId, 'ERC20');
      // The network is watched, but not for this currency: what is sent would not be seen.
      const eth = { currency_id: 2, chain: 'ERC20' };
      expect((await server.call('depositAddress', eth, user)).error).toBe('chain_closed');
    } finally {
      watched.mockRestore();
      given.mockRestore();
    }
  });

  test('what a withdrawal needs before anything is set up', async () => {
    const user = await server.register();
    const info = await server.data('withdrawalInfo', { currency_id: 3, chain: 'TRC20' }, user);
    expect(info).toEqual({
      available: '0.000000',
      min_withdraw: '10.000000',
      fee: '1.000000',
      remaining_today: 3,
      daily_count: 3,
      review_hours: 12,
      remaining_value: '10000.000000',
      daily_value: '10000.000000',
      needs: ['kyc', 'fund_password', 'address'],
      has_otp: false,
    });
    const closed = { currency_id: 1, chain: 'TRC20' };
    expect((await server.call('withdrawalInfo', closed, user)).error).toBe('chain_closed');
    expect((await server.call('withdrawalInfo', { currency_id: 1 }, user)).error).toBe(
      'currency_closed',
    );
  });

  test('volume puts claims into the priority queue', async () => {
    const maker = await server.trader();
    const user = await server.trader();
    const { custodyTerms } = server.context;
    const { settings } = custodyTerms;
    await custodyTerms.saveSettings({ ...settings, vipVolumeMinor: amountMinor(200_000000n) });
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00', quantity: '2' };
    expect(await server.data('vip', {}, user)).toEqual({
      is_vip: false,
      volume_30d: '0.000000',
      volume_needed: '200.000000',
    });
    await server.data('placeOrder', { ...order, side: 'sell' }, maker);
    await server.data('placeOrder', { ...order, side: 'buy' }, user);
    await server.pass(60_000);
    expect(await server.data('vip', {}, user)).toMatchObject({
      is_vip: true,
      volume_30d: '200.000000',
    });
    expect(await server.data('vip', {}, maker)).toMatchObject({ volume_30d: '200.000000' });
    const proof = await addPicture(server, user.userId);
    const claim = { kind: 'bank', currency_id: 3, amount: '100', proof };
    const { id } = await server.data('claimDeposit', claim, user);
    expect((await server.data('deposits', {}, user)).list).toMatchObject([
      { id, is_priority: true },
    ]);
    await server.pass(30 * 24 * 60 * 60_000);
    const { vip, marketData } = server.context;
    expect(await vip.volume(user.userId, marketData)).toBe(0n);
    expect(await vip.isVip(user.userId, marketData)).toBe(false);
    await custodyTerms.saveSettings(settings);
  });
});

describe('terms', () => {
  test('hold at once, outlive a restart, and every version is kept', async () => {
    const { custodyTerms } = server.context;
    const terms = custodyTerms.chain(USDT.currencyId, 'TRC20');
    if (terms === undefined) throw new Error('seeded');
    await custodyTerms.save({ ...terms, withdrawFee: amountMinor(2_000000n) });
    await server.restart();
    const kept = server.context.custodyTerms.chain(USDT.currencyId, 'TRC20');
    expect(kept).toEqual({ ...terms, withdrawFee: 2_000000n });
    await server.context.custodyTerms.save(terms);
    const rows = await server.context.database.query<{ before: unknown; after: unknown }>(
      "SELECT before, after FROM terms_versions WHERE subject = 'chain USDT/TRC20' ORDER BY version_id",
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]?.before).toBeNull();
    expect(rows[1]).toMatchObject({
      before: { withdraw_fee: '1.000000' },
      after: { withdraw_fee: '2.000000' },
    });
  });

  test('that pay nothing out, or count a payment before it is in a block, are refused (D9)', async () => {
    const { custodyTerms } = server.context;
    const terms = custodyTerms.chain(USDT.currencyId, 'TRC20');
    if (terms === undefined) throw new Error('seeded');
    for (const wrong of [
      { confirmations: 0 },
      { confirmations: 1.5 },
      { minDeposit: amountMinor(0n) },
      { withdrawFee: terms.minWithdraw },
      { withdrawFee: amountMinor(-1n) },
      { twoApprovalsFrom: amountMinor(0n) },
    ])
      expect(() => custodyTerms.save({ ...terms, ...wrong })).toThrow('terms_invalid');
  });
});
