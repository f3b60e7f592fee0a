/** A user's positions in their lists and sums, and what they add to the wallet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import { passSeconds } from '../../options/test/fixture.ts';
import { holderOf, open, startFuturesServer, waitingLong } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startFuturesServer();
});
afterAll(() => server.stop());

describe('the list', () => {
  it('is newest first, by market and state, with the sums of what is held', async () => {
    const user = await holderOf(server);
    const first = await open(server, user);
    const second = await open(server, user, { more: { side: 'short', multiple: '100' } });
    const { position: waiting } = await server.data('openPosition', waitingLong('90'), user);
    const page = await server.data('positions', {}, user);
    expect(page.list.map(({ id }) => id)).toEqual([waiting.id, second.id, first.id]);
    // Margins 10.001 + 0.9999; the long is 0.01 below its opening, the short too.
    expect(page.summary).toEqual({
      margin: '11.000900',
      unrealised_pnl: '-0.020000',
      // Less two fees of the opening and two of a close now, 0.05 each.
      net_pnl: '-0.220000',
      risk_rate: '0.091067',
    });
    const holding = await server.data('positions', { status: 'holding', limit: '1' }, user);
    expect(holding).toMatchObject({ total: 2, page: 1, limit: 1 });
    expect(holding.list.map(({ id }) => id)).toEqual([second.id]);
    const other = await server.data('positions', { symbol: 'ETH/USDT' }, user);
    expect(other).toMatchObject({ list: [], summary: { margin: '0.000000' } });
    expect(other.summary).not.toHaveProperty('risk_rate');
    expect(await server.call('positions', { symbol: 'NO/SUCH' }, user)).toMatchObject({
      error: 'not_found',
    });
  });

  it('has nothing of others, and no figures that need an index while there is none', async () => {
    const [user, other] = [await holderOf(server), await holderOf(server)];
    await open(server, user);
    expect((await server.data('positions', {}, other)).list).toEqual([]);
    server.clock.nowMs += 10_001;
    const { list, summary } = await server.data('positions', {}, user);
    for (const field of ['current_price', 'unrealised_pnl', 'net_pnl', 'fees', 'margin_ratio'])
      expect(list[0]).not.toHaveProperty(field);
    expect(summary).toEqual({
      margin: '10.001000',
      unrealised_pnl: '0.000000',
      net_pnl: '0.000000',
    });
  });
});

describe('the wallet', () => {
  it('counts what positions stand at into the contract account and the whole, while there is an index', async () => {
    const user = await holderOf(server);
    await open(server, user);
    await passSeconds(server, 1, () => '102');
    const wallet = await server.data('wallet', {}, user);
    const contract = wallet.accounts.find(({ account }) => account === 'contract');
    // Q21: 1,000 − fee 0.050005 + (102 − 100.01) − the fee of a close at 102, 0.051.
    expect(contract).toMatchObject({
      total: '1001.888995',
      unrealised_pnl: '1.990000',
      unrealised_net: '1.939000',
    });
    expect(wallet.total).toBe('1001.888995');
    const usdt = contract?.balances.find(({ name }) => name === 'USDT');
    expect(usdt).toMatchObject({ total: '999.949995', frozen: '10.001000' });
    for (const { account, unrealised_pnl } of wallet.accounts)
      expect(unrealised_pnl === undefined).toBe(account !== 'contract');
    server.clock.nowMs += 10_001;
    expect(await server.data('wallet', {}, user)).toMatchObject({ total: '999.949995' });
  });
});
