/** Deposits on a real local chain, swept to the policy's wallets: each once, whatever fails on the way, whoever lies. */
import { RefusedError } from '@fairlead/signer/exchange';
import { Account } from '@fairlead/signer/sweep/account';
import { parseSweepPolicy } from '@fairlead/signer/sweep/policy';
import { ETH } from '@fairlead/testkit';
import { parseEther, parseUnits } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CuttingProxy } from '../../chains/test/signer-fixture.ts';
import {
  COLD,
  CONFIRMATIONS,
  HOT,
  policyJson,
  SweepWorld,
  type TestSweeper,
  XPRV,
} from './fixture.ts';

const RESERVE = privateKeyToAddress(new Account(XPRV, 'test').reserveKey);

let world: SweepWorld;
let sweeper: TestSweeper;

beforeAll(async () => {
  world = await SweepWorld.start();
});
afterAll(() => world.stop());

beforeEach(async () => {
  for (const address of [HOT, COLD]) await world.anvil.rpc('anvil_setBalance', [address, '0x0']);
  await world.anvil.rpc('anvil_setBalance', [RESERVE, `0x${parseEther('1').toString(16)}`]);
  sweeper = world.sweeper();
});
afterEach(async () => {
  // What a test leaves is none of the next one's.
  await world.settle();
  sweeper.again();
  await sweeper.finish();
});

describe('a credited deposit', () => {
  test('of ether goes to the hot wallet less its gas, is told before it is sent, and is nobody’s deposit', async () => {
    const { address } = await world.deposited(parseEther('2'));
    const credits = await world.credits();
    await sweeper.round();
    const [sweep] = sweeper.journal.entries();
    expect(await world.sweeps()).toContainEqual(
      expect.objectContaining({ tx_id: sweep?.txId, state: 'signed', destination: 'hot' }),
    );
    await sweeper.finish();
    const { units = 0n, most = 0n } = sweep ?? {};
    expect(units + most).toBe(parseEther('2'));
    expect(await world.coins(HOT)).toBe(units);
    expect(await world.coins(address)).toBeLessThan(most);
    expect(sweeper.journal.entries()).toMatchObject([{ final: 'sent', to: 'hot' }]);
    expect(await world.sweeps()).toContainEqual(
      expect.objectContaining({ tx_id: sweep?.txId, state: 'sent' }),
    );
    await world.watch();
    expect(await world.credits()).toBe(credits);
  });

  test('of a token gets gas of the reserve first, which is nobody’s deposit either', async () => {
    const before = await world.tokens(HOT);
    const { address } = await world.deposited(parseUnits('40', 6), 'USDT');
    const [credits, ignored] = [await world.credits(), await world.ignored()];
    await sweeper.finish();
    expect(await world.tokens(HOT)).toBe(before + parseUnits('40', 6));
    expect(await world.tokens(address)).toBe(0n);
    expect(sweeper.journal.entries()).toMatchObject([
      { to: 'gas', from: RESERVE, address, final: 'sent' },
      { to: 'hot', from: address, address: HOT, final: 'sent' },
    ]);
    await world.watch();
    expect(await world.credits()).toBe(credits);
    expect(await world.ignored()).toEqual([...ignored, 'own_sender']);
  });

  test('below the policy’s minimum stays, and so does one that nobody was credited', async () => {
    const small = await world.deposited(parseEther('0.04'));
    const { userId } = await world.server.register();
    const { address } = await world.server.context.chains.addressOf(userId, 'ERC20');
    await world.pay(address, parseEther('3'));
    await sweeper.finish();
    expect(sweeper.journal.entries()).toEqual([]);
    expect(await world.coins(small.address)).toBe(parseEther('0.04'));
  });

  test('goes to the cold wallet where the hot one has no room for it', async () => {
    const currencies = policyJson(world.token).sweep.currencies.map((currency) =>
      currency.currency_id === ETH.currencyId ? { ...currency, hot_max: '3' } : currency,
    );
    sweeper.again({ policy: { currencies } });
    for (let n = 0; n < 3; n += 1) await world.deposited(parseEther('1.4'));
    await sweeper.finish();
    expect(sweeper.journal.entries().map(({ to }) => to)).toEqual(['hot', 'hot', 'cold']);
    expect(await world.coins(HOT)).toBeLessThan(parseEther('3'));
    expect(await world.coins(COLD)).toBeGreaterThan(parseEther('1.39'));
  });

  test('is one of twenty new sweeps in a round at most: the exchange hears of each twice', async () => {
    for (let n = 0; n < 22; n += 1) {
      const { userId } = await world.server.register();
      const { address } = await world.server.context.chains.addressOf(userId, 'ERC20');
      await world.pay(address, parseEther('0.1'));
    }
    await world.settle();
    await sweeper.round();
    expect(sweeper.journal.entries()).toHaveLength(20);
    await sweeper.finish();
    expect(sweeper.journal.entries()).toHaveLength(22);
  });

  test('twenty rounds of it, also after the process ended, sweep once', async () => {
    await world.deposited(parseEther('2'));
    await world.anvil.setMining(false);
    for (let round = 0; round < 20; round += 1) {
      if (round % 5 === 0) sweeper.again();
      await sweeper.round();
    }
    await world.anvil.setMining(true);
    await world.anvil.mine(1);
    await sweeper.finish();
    expect(sweeper.journal.entries()).toHaveLength(1);
  });
});

describe('an exchange that is somebody else’s', () => {
  test('names other destinations, others’ paths and made-up deposits: all goes to the policy’s wallets or stays', async () => {
    const { userId, address } = await world.deposited(parseEther('2'));
    const other = await world.deposited(parseEther('1'));
    const thief = '0x00000000000000000000000000000000000badd1';
    const lie = [
      // Another user's address at this one's path, and the other way round.
      { user_id: userId, address: other.address },
      { user_id: other.userId, address },
      { user_id: 900_001, address: thief },
      { user_id: 0, address: RESERVE },
      { user_id: 2 ** 31, address: thief },
      { user_id: -1, address },
      { user_id: 1.5, address },
      // What it says beside it is not read.
      { user_id: other.userId, address: other.address, to: thief, hot: thief, amount: '1' },
    ];
    sweeper.again({ desk: { deposits: async () => ({ list: lie, has_more: false }) } });
    await sweeper.finish();
    expect(sweeper.journal.entries()).toMatchObject([{ from: other.address, address: HOT }]);
    expect(await world.coins(thief)).toBe(0n);
    expect(await world.coins(address)).toBe(parseEther('2'));
    expect(sweeper.events()).toContain('not_swept');
  });

  test('says that an empty address was paid, and repeats itself without end: nothing is spent', async () => {
    const { userId } = await world.server.register();
    const { address } = await world.server.context.chains.addressOf(userId, 'ERC20');
    const list = Array.from({ length: 300 }, () => ({ user_id: userId, address }));
    let asked = 0;
    const deposits = async (after: number) => {
      asked += 1;
      return {
        list: list.map((each) => ({ ...each, user_id: after + 1, address })),
        has_more: true,
      };
    };
    sweeper.again({ desk: { deposits } });
    await sweeper.round();
    expect(asked).toBe(10);
    expect(sweeper.journal.entries()).toEqual([]);
    expect(await world.coins(RESERVE)).toBe(parseEther('1'));
  });

  test('can waste no more than the policy’s fees of a day, and is told that they are used up', async () => {
    sweeper.again({ policy: { max_fee: '0.0001', max_fees_per_day: '0.0001' } });
    for (let n = 0; n < 8; n += 1) await world.deposited(parseEther('0.2'));
    await sweeper.finish();
    const entries = sweeper.journal.entries();
    const spent = entries.reduce((sum, { most }) => sum + most, 0n);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.length).toBeLessThan(8);
    expect(spent).toBeLessThanOrEqual(parseEther('0.0001'));
    expect(sweeper.why()).toContain('fees_used_up');
    const standing = await world.server.context.database.query<{ standing: string }>(
      'SELECT standing FROM sweepers',
    );
    expect(standing).toEqual([{ standing: 'fees_used_up' }]);
    sweeper.clock.nowMs += 24 * 60 * 60_000;
    await sweeper.round();
    expect(sweeper.journal.entries().length).toBeGreaterThan(entries.length);
  });

  test('refuses to hear of a sweep: it goes on, since it needs nobody’s word', async () => {
    await world.deposited(parseEther('2'));
    const report = async () => {
      throw new RefusedError('reference_used');
    };
    sweeper.again({ desk: { report } });
    await sweeper.finish();
    expect(sweeper.events()).toContain('not_taken');
    expect(sweeper.journal.entries()).toMatchObject([{ final: 'sent', address: HOT }]);
  });
});

test('an end that the exchange refuses for now is told again until it is taken', async () => {
  await world.deposited(parseEther('2'));
  const real = world.sweepDesk();
  let refusals = 0;
  const report: typeof real.report = async (told) => {
    if (told.state === 'signed') return real.report(told);
    refusals += 1;
    throw new RefusedError('forbidden');
  };
  sweeper.again({ desk: { report } });
  await sweeper.round();
  await world.anvil.mine(CONFIRMATIONS);
  for (let round = 0; round < 2; round += 1)
    await expect(sweeper.round()).rejects.toThrow('forbidden');
  expect(refusals).toBe(2);
  const [entry] = sweeper.journal.entries();
  expect(entry?.final).toBeUndefined();
  sweeper.again();
  await sweeper.finish();
  expect(sweeper.journal.entries()).toMatchObject([{ txId: entry?.txId, final: 'sent' }]);
  expect(await world.sweeps()).toContainEqual(
    expect.objectContaining({ tx_id: entry?.txId, state: 'sent' }),
  );
});

describe('whatever ends on the way', () => {
  test.each([
    ['before the exchange hears of it', false],
    ['before its answer arrives', true],
  ])('the process, %s: the same bytes go out', async (_when, isTold) => {
    await world.deposited(parseEther('2'));
    const real = world.sweepDesk();
    const report: typeof real.report = async (told) => {
      if (isTold) await real.report(told);
      throw new Error('the process ends');
    };
    sweeper.again({ desk: { report } });
    await expect(sweeper.round()).rejects.toThrow('the process ends');
    const [signed] = sweeper.journal.entries();
    expect(signed).toMatchObject({ isAnnounced: false, isBroadcast: false });
    expect(await world.coins(HOT)).toBe(0n);
    sweeper.again();
    await sweeper.finish();
    expect(sweeper.journal.entries()).toMatchObject([{ txId: signed?.txId, final: 'sent' }]);
    expect(await world.coins(HOT)).toBe(signed?.units);
  });

  test('the line to the node: the same bytes are sent again, and no others', async () => {
    await world.deposited(parseEther('2'));
    const proxy = new CuttingProxy(world.anvil.url);
    sweeper.again({ rpcUrl: await proxy.listen() });
    proxy.loseCalls.add('eth_sendRawTransaction');
    await sweeper.round();
    await sweeper.round();
    proxy.loseCalls.clear();
    proxy.loseAnswers.add('eth_sendRawTransaction');
    await sweeper.round();
    proxy.loseAnswers.clear();
    await sweeper.finish();
    expect(proxy.raws.length).toBeGreaterThan(2);
    expect(new Set(proxy.raws).size).toBe(1);
    expect(sweeper.journal.entries()).toMatchObject([{ final: 'sent' }]);
    await proxy.close();
  });

  test('gas that is given and not used before an end is not given twice', async () => {
    const { address } = await world.deposited(parseUnits('40', 6), 'USDT');
    await sweeper.round();
    for (let end = 0; end < 4; end += 1) {
      sweeper.again();
      await sweeper.round();
    }
    await sweeper.finish();
    expect(sweeper.journal.entries().filter(({ to }) => to === 'gas')).toHaveLength(1);
    expect(await world.tokens(address)).toBe(0n);
  });

  test('its number is used by another payment: failed, said so, and what is left is swept anew', async () => {
    const { userId, address } = await world.deposited(parseEther('2'));
    await world.anvil.setMining(false);
    await sweeper.round();
    const [first] = sweeper.journal.entries();
    await world.anvil.rpc('anvil_dropTransaction', [first?.txId]);
    // The owner's own wallet has the same keys.
    await world.anvil.rpc('anvil_impersonateAccount', [address]);
    await world.anvil.rpc('eth_sendTransaction', [{ from: address, to: COLD, value: '0x1' }]);
    await world.anvil.mine(3);
    await world.anvil.setMining(true);
    await sweeper.round();
    expect(sweeper.journal.entries()[0]).toMatchObject({
      final: 'failed',
      reason: 'nonce_used_otherwise',
    });
    sweeper.clock.nowMs += 24 * 60 * 60_000;
    await sweeper.finish();
    expect(sweeper.journal.entries()).toMatchObject([
      { index: userId, final: 'failed' },
      { index: userId, final: 'sent' },
    ]);
  });

  test('a sweep that waits is told of once', async () => {
    await world.deposited(parseEther('2'));
    await world.anvil.setMining(false);
    await sweeper.round();
    sweeper.clock.nowMs += 61 * 60_000;
    await sweeper.round();
    await sweeper.round();
    expect(sweeper.events().filter((event) => event === 'stuck')).toHaveLength(1);
    await world.anvil.setMining(true);
    await world.anvil.mine(1);
  });
});

describe('what it waits for', () => {
  test('gas above the policy’s price, and a reserve that is empty', async () => {
    const { address } = await world.deposited(parseUnits('40', 6), 'USDT');
    await world.anvil.rpc('anvil_setBalance', [RESERVE, '0x0']);
    await sweeper.round();
    expect(sweeper.why()).toEqual(['reserve_low']);
    expect(await world.tokens(address)).toBe(parseUnits('40', 6));
    await world.anvil.rpc('anvil_setBalance', [RESERVE, `0x${parseEther('1').toString(16)}`]);
  });

  test('nothing at an address that it sweeps to, and no start with its own reserve as one', async () => {
    const { address } = await world.deposited(parseEther('2'));
    for (const place of ['hot', 'cold']) {
      sweeper.again({ policy: { [place]: address } });
      await sweeper.round();
      expect(() => sweeper.again({ policy: { [place]: RESERVE } })).toThrow(/reserve/);
    }
    expect(sweeper.journal.entries()).toEqual([]);
    expect(sweeper.why()).toEqual(['sweeps go there', 'sweeps go there']);
  });

  test.each<[string, object, RegExp]>([
    ['no wallet', { hot: undefined, cold: undefined }, /neither a hot nor a cold/],
    ['one transaction dearer than a day', { max_fee: '1' }, /max_fee is more/],
    ['one wallet and a bound', { cold: undefined }, /hot_max belongs/],
    ['no ether', { currencies: policyJson(RESERVE).sweep.currencies.slice(1) }, /ether/],
    ['the zero address', { hot: `0x${'0'.repeat(40)}` }, /sweep.hot/],
  ])('a policy with %s is refused', (_what, sweep, why) => {
    expect(() => parseSweepPolicy(policyJson(RESERVE, sweep))).toThrow(why);
  });
});
