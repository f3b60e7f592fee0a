/**
 * A Safe as the cold wallet, from the console down to a chain. Goal: nobody but m of its owners moves anything, to nobody but a hot
 * wallet, each payment once. Method: an exchange, a real local chain with the contracts that Safe published, owners who sign with viem.
 */
import { Registry } from 'prom-client';
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  hashDomain,
  hashStruct,
  hashTypedData,
  parseEther,
  toHex,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { accountKey } from '../../chains/test/chain-fixture.ts';
import { COLD_OPEN_MS } from '../../core/http/limits.ts';
import { lastActs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { gaugeCold, heldBySafe } from '../gauges.ts';
import { HANDLER_CODES, PROXY_CODES, SINGLETON_CODES } from '../safe/codes.ts';
import { setupOf } from '../safe/node.ts';
import { executionOf, hashesOf, safePayment, typedDataOf } from '../safe/transaction.ts';
import { openStates } from '../state-queries.ts';
import {
  addressesAnswer,
  GUARD,
  LyingNode,
  plantOf,
  SafeChain,
  signTransaction,
  VERSIONS,
  type Version,
} from './safe-chain.ts';

const FINAL = 2;
const HOT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TWIN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const OWNERS = [3, 4, 5] as const;
const STRANGER = 9;
const SENTINEL = '0x0000000000000000000000000000000000000001';

let chain: SafeChain;
let node: LyingNode;
let token: Hex;
let safe: Hex;
let server: TestServer;
let manager: TestOperator;
let reviewer: TestOperator;
let lying: string;
const environment = (address: string = safe) => ({
  XPUB_EVM: accountKey().publicExtendedKey,
  RPC_EVM: `${chain.anvil.url},${lying}`,
  CONFIRMATIONS_EVM: String(FINAL),
  TOKEN_USDT_ERC20: token,
  OWN_ADDRESSES: `${HOT},${TWIN}`,
  COLD_EVM: address,
});

beforeAll(async () => {
  chain = await SafeChain.start();
  node = new LyingNode(chain.anvil.url);
  lying = await node.listen();
  token = getAddress(await chain.anvil.deploy('Token', [6]));
  safe = await funded('1.4.1');
  server = await startTestServer({ environment: environment() });
});
beforeEach(async () => {
  [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
});
afterAll(async () => {
  await server.stop();
  await node.close();
  await chain.anvil.stop();
});

async function funded(version: Version, options = {}): Promise<Hex> {
  const made = await chain.safe(version, OWNERS, options);
  await chain.anvil.pay(made, parseEther('10'));
  const parameters = [made, 5_000_000_000n];
  await chain.anvil.write({ contract: 'Token', address: token, method: 'transfer', parameters });
  return made;
}
const propose = (amount: string, change = {}, by = manager) =>
  server.call(
    'proposeColdSpend',
    { address: HOT, currency: 'ETH', amount, reason: 'the hot wallet is low', ...change },
    by,
  );
const proposed = async (amount: string, change = {}) => {
  const reply = await propose(amount, change);
  expect(reply).toMatchObject({ status: 200 });
  return reply.message;
};
const seen = (id: number) => server.data('operatorColdSpend', { id }, reviewer);
const statusOf = async (id: number) => (await seen(id)).status;
const bring = (id: number, signatures: string, by = reviewer) =>
  server.call('signColdSpend', { id, signatures }, by);
/** As a wallet that opens the file does. */
async function signedBy(id: number, owner: number): Promise<Hex> {
  const { typed_data: file } = await seen(id);
  return chain.owner(owner).signTypedData(JSON.parse(file ?? ''));
}
const signedAs = async (id: number, owner: number) => bring(id, await signedBy(id, owner));
const cancel = (id: number) =>
  server.call('cancelColdSpend', { id, reason: 'not needed any more' }, manager);
const round = () => server.context.cold.follow(server.context.audit);
const walletSeen = async () => (await server.data('operatorColdWallet', {}, reviewer)).safe;
const balance = (address: Hex) => chain.anvil.client.getBalance({ address });
const tokens = (address: Hex) =>
  chain.anvil.client.readContract({
    ...{ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [address] },
  });
const end = async (id: number) => {
  expect((await cancel(id)).status).toBe(200);
};
const refused = async (reply: Awaited<ReturnType<typeof bring>>, why: RegExp) => {
  expect(reply).toMatchObject({ error: 'validation_failed' });
  expect(reply.fields?.['signatures']).toMatch(why);
};
/** What a test does to the chain is undone after it. */
async function undone(run: () => Promise<void>): Promise<void> {
  const snapshot = await chain.anvil.rpc('evm_snapshot');
  try {
    await run();
  } finally {
    await chain.anvil.rpc('evm_revert', [snapshot]);
  }
}

describe('what is built', () => {
  test.each(Object.keys(VERSIONS) as Version[])(
    'is what the contract %s and viem make of it',
    async (version) => {
      const made = await chain.safe(version, OWNERS);
      const owners = { chainId: 31_337, address: made, required: 2, owners: [] as string[] };
      owners.owners = [...(await chain.read<readonly Hex[]>(made, 'getOwners'))];
      for (const paid of [
        { units: parseEther('1.25'), nonce: 0n },
        { units: 7n, contract: token, nonce: 123_456n },
      ]) {
        const built = safePayment(HOT, paid);
        const called = { ...built, to: built.to as Hex, data: built.data as Hex };
        const hashes = hashesOf(owners, built);
        expect(hashes.transaction).toBe(await chain.hashOf(made, called));
        expect(hashes.domain).toBe(await chain.read(made, 'domainSeparator'));
        const { types, domain, message, ...rest } = JSON.parse(
          JSON.stringify(typedDataOf(owners, built)),
        );
        expect(hashes.transaction).toBe(hashTypedData({ types, domain, message, ...rest }));
        expect(hashes.domain).toBe(hashDomain({ domain, types }));
        expect(hashes.message).toBe(hashStruct({ data: message, types, primaryType: 'SafeTx' }));
        const signed = [0, 1].map((key) => ({ key, signatures: [new Uint8Array(65).fill(key)] }));
        const sorted = signed.toSorted((a, b) =>
          BigInt(owners.owners[a.key] ?? 0) < BigInt(owners.owners[b.key] ?? 0) ? -1 : 1,
        );
        const bytes = sorted.flatMap(({ signatures }) => [...(signatures[0] ?? [])]);
        expect(executionOf(owners, built, signed)).toBe(
          chain.encode(called, toHex(Uint8Array.from(bytes))),
        );
      }
    },
  );

  test('is for a Safe by its code, of versions that both lists have', async () => {
    const codes = new Set<string>();
    const { client } = chain.anvil;
    const { keccak256 } = await import('viem');
    for (const { singleton, proxy, handler } of Object.values(VERSIONS)) {
      const one = await chain.deploy(singleton);
      for (const address of [one, await chain.deploy(proxy, [one]), await chain.deploy(handler)])
        codes.add(keccak256((await client.getCode({ address })) ?? '0x'));
    }
    const known = [...PROXY_CODES, ...SINGLETON_CODES.keys(), ...HANDLER_CODES];
    expect([...codes].sort()).toEqual(known.toSorted());
  });
});

describe('a payment', () => {
  test.each(['1.3.0', '1.4.1'] as const)(
    'of a Safe %s is signed by two of three, sent by anybody, and followed to its end',
    async (version) => {
      safe = await funded(version);
      await server.restart(environment());
      [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
      expect(await walletSeen()).toMatchObject({
        ...{ address: safe, version, required: 2, nonce: 0, findings: [], chain_id: 31_337 },
        owners: OWNERS.map((index) => chain.owner(index).address),
        balances: [
          { currency: 'ETH', balance: '10.00000000', held: '0.00000000' },
          { currency: 'USDT', balance: '5000.000000', held: '0.000000' },
        ],
      });
      const { measured } = server.context.cold.safe ?? {};
      expect(measured && heldBySafe(measured)).toMatchObject([
        [{ wallet: 'cold', currency: 'ETH' }, 10],
        [{ wallet: 'hot', currency: 'ETH' }, expect.any(Number)],
        [{ wallet: 'cold', currency: 'USDT' }, 5_000],
        [{ wallet: 'hot', currency: 'USDT' }, expect.any(Number)],
      ]);
      const before = await balance(HOT);
      const spend = await proposed('2.5');
      expect(spend).toMatchObject({
        ...{ status: 'signing', chain: 'ERC20', currency: 'ETH', amount: '2.50000000', nonce: 0 },
        ...{ safe, required: 2, keys: 3, signed: [] },
      });
      expect(spend.tx_id).toBe(
        await chain.hashOf(safe, { to: HOT, value: parseEther('2.5'), nonce: 0n }),
      );
      const first = await signedAs(spend.id, 5);
      const { address } = chain.owner(5);
      expect(first.message).toMatchObject({
        ...{ status: 'signing', signed: [{ fingerprint: address, operator: reviewer.name }] },
      });
      expect((await seen(spend.id)).call).toBeUndefined();
      // A wallet that signs texts, and not typed data.
      const raw = spend.tx_id as Hex;
      const text = await chain.owner(3).signMessage({ message: { raw } });
      const second = await bring(spend.id, text, manager);
      expect(second.message).toMatchObject({ status: 'signed', tx_id: spend.tx_id });
      await round();
      const { status, call } = await seen(spend.id);
      expect(status).toBe('signed');
      expect(await openStates(server.context.database)).toMatchObject([
        { state: 'sent', count: 0 },
        { state: 'signed', count: 1 },
        { state: 'signing', count: 0 },
      ]);
      const sent = await chain.send(safe, call as Hex);
      await round();
      expect(await seen(spend.id)).toMatchObject({ status: 'sent', carried_by: sent });
      await chain.anvil.mine(FINAL - 1);
      await round();
      expect(await seen(spend.id)).toMatchObject({ status: 'confirmed', carried_by: sent });
      expect((await balance(HOT)) - before).toBe(parseEther('2.5'));
      // Once, whoever sends it again.
      await expect(chain.send(safe, call as Hex)).rejects.toThrow();
      expect((await lastActs(server, 8)).map(({ action }) => action)).toEqual(
        expect.arrayContaining(['cold.confirmed', 'cold.sent', 'cold.signed']),
      );
    },
  );

  test('of a token calls its contract, and nothing else', async () => {
    const before = await tokens(HOT);
    const { id } = await proposed('1250.5', { currency: 'USDT' });
    const { typed_data: file } = await seen(id);
    expect(JSON.parse(file ?? '').message).toMatchObject({ to: token, value: '0', operation: 0 });
    await bring(id, `${await signedBy(id, 3)}\n${await signedBy(id, 4)}`);
    await chain.send(safe, (await seen(id)).call as Hex);
    await chain.anvil.mine(FINAL - 1);
    await round();
    expect(await statusOf(id)).toBe('confirmed');
    expect((await tokens(HOT)) - before).toBe(1_250_500_000n);
  });

  test('goes to a hot wallet of the settings and to nobody else', async () => {
    for (const address of [safe, chain.owner(STRANGER).address, token, 'somebody out there'])
      expect(await propose('1', { address })).toMatchObject({ error: 'validation_failed' });
    for (const amount of ['0', '0.000000001'])
      expect(await propose(amount)).toMatchObject({ error: 'validation_failed' });
    expect(await propose('1', { currency: 'DOGE' })).toMatchObject({ error: 'validation_failed' });
    expect(await propose('60')).toMatchObject({ error: 'insufficient_balance' });
    expect(await propose('1', {}, reviewer)).toMatchObject({ error: 'forbidden' });
    const auditor = await operator(server, 'auditor');
    const { id } = await proposed('1');
    expect(await bring(id, await signedBy(id, 3), auditor)).toMatchObject({ error: 'forbidden' });
    await end(id);
  });

  test('has its own number, and one that was given up leaves it to the next', async () => {
    const [one, two] = [await proposed('4'), await proposed('3')];
    expect([one.nonce, two.nonce].map(Number)).toEqual([Number(one.nonce), Number(one.nonce) + 1]);
    expect((await propose('2')).error).toBe('insufficient_balance');
    await end(one.id);
    const third = await proposed('1');
    expect(third.nonce).toBe(one.nonce);
    // At once: never two with one number.
    const both = await Promise.all([propose('0.1'), propose('0.1')]);
    const open = both.filter(({ status }) => status === 200).map(({ message }) => message);
    expect(new Set(open.map(({ nonce }) => nonce)).size).toBe(open.length);
    for (const { error } of both.filter(({ status }) => status !== 200))
      expect(error).toBe('in_progress');
    for (const { id } of [two, third, ...open]) await end(id);
  });
});

describe('signatures', () => {
  test('of anything but this payment by an owner are refused, and nothing of them is kept', async () => {
    const { id, nonce = 0 } = await proposed('1');
    const owner = chain.owner(3);
    const called = { to: HOT, value: parseEther('1'), nonce: BigInt(nonce) } as const;
    const sign = (change: object, at: object = {}) =>
      signTransaction(owner, { ...called, ...change }, { safe, ...at });
    expect(await sign({})).toBe(await signedBy(id, 3));
    const foreign = /by no owner/;
    await refused(await bring(id, await sign({}, { chainId: 1 })), foreign);
    await refused(await bring(id, await sign({}, { safe: token })), foreign);
    await refused(await bring(id, await sign({ nonce: called.nonce + 1n })), foreign);
    await refused(await bring(id, await sign({ operation: 1 })), foreign);
    await refused(await bring(id, await sign({ to: TWIN })), foreign);
    await refused(await bring(id, await signedBy(id, STRANGER)), foreign);
    const good = await signedBy(id, 3);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = toHex(order - BigInt(`0x${good.slice(66, 130)}`), { size: 32 }).slice(2);
    const flipped = good.endsWith('1b') ? '1c' : '1b';
    await refused(await bring(id, `${good.slice(0, 66)}${high}${flipped}`), /lower form/);
    const contract = `0x${owner.address.slice(2).padStart(64, '0')}${'0'.repeat(64)}`;
    for (const kind of ['00', '01'])
      await refused(await bring(id, `${contract}${kind}`), /EIP-1271/);
    for (const text of ['0x1234', 'hello', `${good}00`, `${good.slice(0, -2)}1d`])
      await refused(await bring(id, text), /no signature of 65 bytes/);
    await refused(await bring(id, `0x${'0'.repeat(128)}1b`), foreign);
    await refused(await bring(id, `${good},${good}`), /twice/);
    await refused(await bring(id, ' '), /no signature in it/);
    // One that is good does not carry in one that is not.
    await refused(await bring(id, `${good} ${await signedBy(id, STRANGER)}`), foreign);
    expect((await seen(id)).signed).toEqual([]);
    expect(await lastActs(server, 1)).toMatchObject([
      { action: 'cold.signature_brought.refused', detail: { code: 'validation_failed' } },
    ]);
    await end(id);
    expect(await bring(id, good)).toMatchObject({ error: 'already_decided' });
  });

  test('of one owner count once, and alone move nothing', async () => {
    const { id, nonce = 0 } = await proposed('1');
    const only = await signedBy(id, 4);
    await bring(id, only);
    expect((await bring(id, only, manager)).message).toMatchObject({
      ...{ status: 'signing', signed: [{ number: 1, operator: reviewer.name }] },
    });
    expect((await seen(id)).call).toBeUndefined();
    const called = { to: HOT, value: parseEther('1'), nonce: BigInt(nonce) } as const;
    for (const signatures of [only, `${only}${only.slice(2)}` as const])
      await expect(chain.send(safe, chain.encode(called, signatures))).rejects.toThrow();
    await end(id);
  });

  test('by owners that the Safe has no more are refused, and so is a number that is used', async () => {
    const { id } = await proposed('1');
    const [early, other] = [await signedBy(id, 3), await signedBy(id, 4)];
    await undone(async () => {
      await chain.own(safe, 'changeThreshold', [3n], [3, 4]);
      await refused(await bring(id, early), /owners of the Safe, or how many/);
    });
    await undone(async () => {
      await chain.execute(safe, { to: TWIN, value: 1n }, [3, 5]);
      await refused(await bring(id, early), /had its number/);
    });
    expect((await bring(id, `${early} ${other}`)).message).toMatchObject({ status: 'signed' });
    await end(id);
  });

  test('brought at once by three make one payment; they come too late after their time', async () => {
    const { id } = await proposed('1');
    const signed = await Promise.all(OWNERS.map((owner) => signedBy(id, owner)));
    const replies = await Promise.all(signed.map((each) => bring(id, each)));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(await statusOf(id)).toBe('signed');
    const late = await proposed('1');
    const good = await signedBy(late.id, 3);
    server.clock.nowMs += COLD_OPEN_MS;
    reviewer = await operator(server, 'reviewer');
    expect((await bring(late.id, good)).error).toBe('already_decided');
    await round();
    expect([await statusOf(id), await statusOf(late.id)]).toEqual(['expired', 'expired']);
  });
});

describe('the chain', () => {
  test('may have it from its owners themselves', async () => {
    const { id, nonce = 0 } = await proposed('0.5');
    const called = { to: HOT, value: parseEther('0.5'), nonce: BigInt(nonce) } as const;
    const sent = await chain.send(safe, await chain.callOf(safe, called, [4, 5]));
    await round();
    expect(await seen(id)).toMatchObject({ status: 'sent', carried_by: sent });
    expect((await cancel(id)).error).toBe('already_decided');
    await chain.anvil.mine(FINAL - 1);
    await round();
    expect(await statusOf(id)).toBe('confirmed');
  });

  test('says that another had its number, and only for good has it failed', async () => {
    const { id } = await proposed('0.5');
    await bring(id, `${await signedBy(id, 3)} ${await signedBy(id, 4)}`);
    const { call } = await seen(id);
    await chain.execute(safe, { to: TWIN, value: 1n }, [3, 4]);
    await round();
    expect(await statusOf(id)).toBe('signed');
    // At its confirmations, and until a node that tells of events late would have told of it.
    for (const blocks of [FINAL - 1, 12 - FINAL]) {
      await chain.anvil.mine(blocks);
      await round();
      expect(await statusOf(id)).toBe('signed');
    }
    await chain.anvil.mine(1);
    await round();
    expect(await statusOf(id)).toBe('failed');
    await expect(chain.send(safe, call as Hex)).rejects.toThrow();
  });

  test('is what all nodes say: one that lies alone gets nothing built, signed or ended', async () => {
    const { id } = await proposed('0.5');
    const good = await signedBy(id, 3);
    const thief = chain.owner(STRANGER).address;
    const owners = encodeFunctionData({
      abi: [
        { type: 'function', name: 'getOwners', inputs: [], outputs: [], stateMutability: 'view' },
      ],
    });
    node.lie = ({ method, params }, answer) =>
      method === 'eth_call' && (params?.[0] as { data: Hex } | undefined)?.data === owners
        ? addressesAnswer([thief, chain.owner(4).address])
        : answer;
    expect(await walletSeen()).toEqual({
      ...{ address: safe, balances: expect.any(Array) },
    });
    expect((await propose('1')).error).toBe('chain_closed');
    expect((await bring(id, good)).error).toBe('chain_closed');
    node.lie = ({ method }, answer) => (method === 'eth_getCode' ? '0x60' : answer);
    expect((await propose('1')).error).toBe('chain_closed');
    // More than there is.
    node.lie = ({ method }, answer) => (method === 'eth_getBalance' ? toHex(1n << 90n) : answer);
    expect((await propose('50')).error).toBe('insufficient_balance');
    node.lie = undefined;
    await bring(id, `${good} ${await signedBy(id, 4)}`);
    await chain.send(safe, (await seen(id)).call as Hex);
    await chain.anvil.mine(FINAL - 1);
    // Hides what happened.
    node.lie = ({ method }, answer) => (method === 'eth_getLogs' ? [] : answer);
    await round();
    expect(await statusOf(id)).toBe('signed');
    node.lie = undefined;
    await round();
    expect(await statusOf(id)).toBe('confirmed');
  });

  test('that is away stops nothing but asking', async () => {
    node.isAway = true;
    const shown = await walletSeen();
    expect(shown?.owners).toBeUndefined();
    expect(shown?.balances).toMatchObject([{ currency: 'ETH', hot: [{ address: HOT }, {}] }, {}]);
    expect((await propose('1')).error).toBe('chain_closed');
    node.isAway = false;
  });
});

describe('who else has power over it', () => {
  const unsafe = async (finding: object) => {
    expect((await walletSeen())?.findings).toEqual([finding]);
    const reply = await propose('1');
    expect(reply).toMatchObject({ error: 'validation_failed' });
    expect(reply.fields?.['address']).toMatch(/power over this Safe/);
  };

  test('is called until nodes say that it is gone, and not only until one is away', async () => {
    const registry = new Registry();
    const { cold, database } = server.context;
    gaugeCold(registry, { cold, database, clock: server.clock });
    const called = 'fairlead_cold_powers{kind="module"} 1';
    await undone(async () => {
      await chain.own(safe, 'enableModule', [TWIN], [3, 4]);
      await walletSeen();
      node.isAway = true;
      await walletSeen();
      node.isAway = false;
      expect(cold.safe?.measured).toBeUndefined();
      expect(await registry.metrics()).toContain(called);
    });
    await walletSeen();
    expect(await registry.metrics()).not.toContain(called);
  });

  test('is told, and nothing is built: a module, a handler that is a token', async () => {
    await undone(async () => {
      await chain.own(safe, 'enableModule', [TWIN], [3, 4]);
      await unsafe({ kind: 'module', address: TWIN });
    });
    await undone(async () => {
      await chain.own(safe, 'setFallbackHandler', [token], [3, 4]);
      await unsafe({ kind: 'handler', address: token });
      // It is no idle word: anybody spends by it.
      const args = [chain.owner(STRANGER).address, 1_000_000n] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
      await chain.send(safe, data);
      expect(await tokens(chain.owner(STRANGER).address)).toBe(1_000_000n);
    });
    await undone(async () => {
      await chain.own(safe, 'changeThreshold', [1n], [3, 4]);
      await unsafe({ kind: 'one_signs' });
    });
  });

  test.each(['1.3.0', '1.4.1'] as const)(
    'is whoever wrote in the set-up of a Safe %s, whose lists do not show it',
    async (version) => {
      const stranger = chain.owner(STRANGER);
      const initializer = await chain.deploy(plantOf(stranger.address));
      const planted = await funded(version, { initializer });
      await server.restart(environment(planted));
      [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
      const shown = chain.read<readonly unknown[]>(planted, 'getModulesPaginated', [SENTINEL, 9n]);
      expect((await shown)[0]).toEqual([]);
      expect(await chain.read(planted, 'isModuleEnabled', [stranger.address])).toBe(true);
      await unsafe({ kind: 'initializer', address: initializer });
    },
  );

  test('is not known where nodes tell of no set-up, or where one refuses to say', async () => {
    await server.restart({ ...environment(), RPC_EVM: lying });
    [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
    node.lie = ({ method }, answer) => (method === 'eth_getLogs' ? [] : answer);
    await unsafe({ kind: 'unproved' });
    node.lie = ({ method }, answer) =>
      method === 'eth_getLogs' && Array.isArray(answer) ? [...answer, ...answer] : answer;
    await unsafe({ kind: 'unproved' });
    node.lie = undefined;
    await server.restart(environment());
    [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
    node.lie = ({ method }, answer) => (method === 'eth_getLogs' ? { no: 'range' } : answer);
    expect(await walletSeen()).not.toHaveProperty('owners');
    expect((await propose('1')).error).toBe('chain_closed');
    node.lie = undefined;
  });

  test('is nobody by what Safe’s app calls in a set-up on Ethereum itself, and there alone', () => {
    const app = '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54';
    expect(setupOf(1, [app])).toEqual({ isSetupTold: true });
    expect(setupOf(11_155_111, [app])).toEqual({ isSetupTold: true, initializer: app });
    // One that was made up before the real one.
    expect(setupOf(1, [zeroAddress, TWIN])).toEqual({ isSetupTold: false, initializer: TWIN });
  });

  test('a guard is told; it can refuse, and not spend', async () => {
    await undone(async () => {
      const guard = await chain.deploy(GUARD, [chain.owner(0).address]);
      await chain.own(safe, 'setGuard', [guard], [3, 4]);
      expect((await walletSeen())?.findings).toEqual([{ kind: 'guard', address: guard }]);
      await end((await proposed('1')).id);
    });
  });

  test('is whoever wrote another contract that calls itself one', async () => {
    for (const address of [token, chain.owner(STRANGER).address]) {
      await server.restart(environment(address));
      [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
      await unsafe({ kind: 'unknown_code' });
    }
  });
});

describe('the rows', () => {
  test('stay as they were built and signed', async () => {
    const { database } = server.context;
    for (const change of [
      'UPDATE cold_spends SET nonce = nonce + 1',
      "UPDATE cold_spends SET currency = 'USDT'",
      "UPDATE cold_spends SET psbt = '\\x00'",
    ])
      await expect(database.query(change)).rejects.toThrow(/stays as it was built/);
  });
});
