/**
 * The cold wallet from the console down to a chain. Goal: nobody but m of the operators' own keys moves anything, to nobody but a hot
 * wallet, each coin once. Method: an exchange, a node of our own that checks what a real one does, and wallets by bitcoinjs-lib.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { type ColdPlace, readDescriptor } from '../../chains/descriptor.ts';
import { BitcoinChain } from '../../chains/test/bitcoin-chain.ts';
import { accountKey } from '../../chains/test/chain-fixture.ts';
import { COLD_HISTORY_PAGES_MAX, COLD_LOOK_MS, COLD_OPEN_MS } from '../../core/http/limits.ts';
import { lastActs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { heldBy } from '../gauges.ts';
import { scriptOf } from '../psbt.ts';
import { addressAt } from '../scan.ts';
import { openStates } from '../state-queries.ts';
import { assembled, descriptorOf, MASTERS, STRANGER, signAs } from './operators.ts';

const COIN = 100_000_000n;
const FINAL = 2;
const wallet = readDescriptor(descriptorOf(2), 'test');
const HOT = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
/** An own wallet that is none of the hot ones. */
const RETIRED = 'bcrt1qqurswpc8qurswpc8qurswpc8qurswpc8dxm0gk';
const HOT_SCRIPT = Buffer.from(scriptOf(HOT, 'bcrt') ?? []).toString('hex');

let chain: BitcoinChain;
let server: TestServer;
let manager: TestOperator;
let reviewer: TestOperator;
const environment = (urls: string, descriptor = descriptorOf(2)) => ({
  XPUB_BTC: accountKey().publicExtendedKey,
  RPC_BTC: urls,
  CONFIRMATIONS_BTC: String(FINAL),
  OWN_ADDRESSES: `${HOT},${RETIRED}`,
  HOT_ADDRESSES: HOT,
  COLD_BTC: descriptor,
});

beforeAll(async () => {
  chain = new BitcoinChain();
  server = await startTestServer({ environment: environment(await chain.listen()) });
  chain.know(HOT, HOT_SCRIPT);
  // A real node reads an address off its script.
  for (const branch of [0, 1] as const)
    for (let index = 0; index < 20; index += 1) {
      const { script } = wallet.outputAt({ branch, index });
      chain.know(addressAt(wallet, { branch, index }, 'bcrt'), Buffer.from(script).toString('hex'));
    }
});
beforeEach(async () => {
  [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
});
afterAll(async () => {
  await server.stop();
  await chain.close();
});

const fund = (place: ColdPlace, units: bigint, confirmations = FINAL): void => {
  const script = Buffer.from(wallet.outputAt(place).script).toString('hex');
  chain.fund(addressAt(wallet, place, 'bcrt'), script, units);
  chain.mine(confirmations - 1);
};
const propose = (amount: string, change = {}, by = manager) =>
  server.call(
    'proposeColdSpend',
    { address: HOT, amount, reason: 'the hot wallet is low', ...change },
    by,
  );
const proposed = async (amount: string) => (await propose(amount)).message;
const psbtOf = async (id: number): Promise<Uint8Array> => {
  const { psbt } = await server.data('operatorColdSpend', { id }, reviewer);
  return Buffer.from(psbt ?? '', 'base64');
};
const bring = (id: number, psbt: Uint8Array, by = reviewer) =>
  server.call('signColdSpend', { id, psbt: Buffer.from(psbt).toString('base64') }, by);
const signedBy = async (id: number, key: 0 | 1 | 2) =>
  bring(id, signAs(MASTERS[key], await psbtOf(id)));
const statusOf = async (id: number) =>
  (await server.data('operatorColdSpend', { id }, reviewer)).status;
const cancel = (id: number) =>
  server.call('cancelColdSpend', { id, reason: 'not needed any more' }, manager);
const round = () => server.context.cold.follow(server.context.audit);
const end = async (id: number) => {
  expect((await cancel(id)).status).toBe(200);
};

describe('a payment', () => {
  test('is built of final coins, signed by two of three, sent and followed to its end', async () => {
    fund({ branch: 0, index: 0 }, COIN);
    fund({ branch: 0, index: 3 }, 2n * COIN);
    // Not final yet.
    fund({ branch: 0, index: 4 }, 50n * COIN, 1);
    const { wallet: before } = await server.data('operatorColdWallet', {}, reviewer);
    expect(before).toMatchObject({
      ...{ required: 2, balance: '3.00000000', held: '0.00000000' },
      receive: { index: 5, address: addressAt(wallet, { branch: 0, index: 5 }, 'bcrt') },
      hot: [{ address: HOT, balance: '0.00000000' }],
    });
    const spend = await proposed('2.5');
    expect(spend).toMatchObject({ status: 'signing', coins: 2, required: 2, keys: 3, signed: [] });
    const sums = [spend.amount, spend.fee, spend.change].map(Number);
    expect(sums.reduce((sum, each) => sum + each, 0)).toBeCloseTo(3, 8);
    const built = await psbtOf(spend.id);
    const files = [signAs(MASTERS[2], built), signAs(MASTERS[0], built)];
    server.clock.nowMs += 5_000;
    expect(await openStates(server.context.database)).toEqual([
      { state: 'sent', count: 0, sinceMs: undefined },
      { state: 'signed', count: 0, sinceMs: undefined },
      { state: 'signing', count: 1, sinceMs: spend.time },
    ]);
    const first = await bring(spend.id, files[0] ?? built);
    expect(first.message).toMatchObject({
      ...{ status: 'signing', signed: [{ number: 2, operator: reviewer.name }] },
    });
    expect(chain.sent).toEqual([]);
    const second = await bring(spend.id, files[1] ?? built, manager);
    expect(second.message).toMatchObject({ status: 'sent', tx_id: spend.tx_id });
    expect(chain.mempool.map(({ txId }) => txId)).toEqual([spend.tx_id]);
    expect(chain.sent).toEqual([assembled(files).raw]);
    chain.mine(1);
    await round();
    expect(await statusOf(spend.id)).toBe('sent');
    chain.mine(FINAL - 1);
    await round();
    expect(await statusOf(spend.id)).toBe('confirmed');
    expect(chain.paid(HOT_SCRIPT)).toBe(250_000_000n);
    const { wallet: after } = await server.data('operatorColdWallet', {}, reviewer);
    // What came back is on the change branch, and what was not final is now.
    expect(Number(after?.balance)).toBeCloseTo(50 + Number(spend.change), 8);
    expect(after?.hot).toEqual([{ address: HOT, balance: '2.50000000' }]);
    const { measured } = server.context.cold;
    expect(measured && heldBy(measured)).toEqual([
      [{ wallet: 'cold' }, Number(after?.balance)],
      [{ wallet: 'hot' }, 2.5],
    ]);
    expect((await lastActs(server, 6)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['cold.confirmed', 'cold.signed', 'cold.signature_brought']),
    );
  });

  test('goes to a hot wallet of the settings and to nobody else', async () => {
    const own = addressAt(wallet, { branch: 0, index: 9 }, 'bcrt');
    for (const address of [
      RETIRED,
      own,
      'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
      'somebody here',
    ])
      expect(await propose('1', { address })).toMatchObject({ error: 'validation_failed' });
    for (const amount of ['0', '0.000000001', '0.00000545'])
      expect(await propose(amount)).toMatchObject({ error: 'validation_failed' });
    expect(await propose('60')).toMatchObject({ error: 'insufficient_balance' });
  });

  test('is for managers to propose and to cancel; an auditor brings nothing', async () => {
    expect(await propose('1', {}, reviewer)).toMatchObject({ error: 'forbidden' });
    const auditor = await operator(server, 'auditor');
    const { id } = await proposed('1');
    expect((await bring(id, await psbtOf(id), auditor)).error).toBe('forbidden');
    expect(
      await server.call('cancelColdSpend', { id, reason: 'as I like' }, reviewer),
    ).toMatchObject({
      error: 'forbidden',
    });
    await end(id);
  });

  test('does not spend what another open one spends', async () => {
    fund({ branch: 0, index: 6 }, 40n * COIN);
    const [one, two] = [await proposed('45'), await proposed('35')];
    expect(one.status).toBe('signing');
    expect(two.status).toBe('signing');
    expect((await propose('30')).error).toBe('insufficient_balance');
    const { wallet: held } = await server.data('operatorColdWallet', {}, reviewer);
    expect(Number(held?.held)).toBeGreaterThan(80);
    await end(one.id);
    const again = await proposed('30');
    // One that was given up frees its coins; asked for at once, only one gets them.
    await end(again.id);
    const both = await Promise.all([propose('45'), propose('45')]);
    const open = both.filter(({ status }) => status === 200);
    expect(open).toHaveLength(1);
    for (const { message } of open) await end(message.id);
    await end(two.id);
  });
});

describe('signatures', () => {
  test('of another payment, by a stranger, or altered are refused, and nothing of them is kept', async () => {
    const [mine, other] = [await proposed('1'), await proposed('2')];
    const built = await psbtOf(mine.id);
    const refused = async (psbt: Uint8Array, why: RegExp) => {
      const reply = await bring(mine.id, psbt);
      expect(reply).toMatchObject({ error: 'validation_failed' });
      expect(reply.fields?.['psbt']).toMatch(why);
    };
    await refused(signAs(MASTERS[0], await psbtOf(other.id)), /another transaction/);
    await refused(built, /no signature/);
    await refused(Buffer.from('hello'), /no PSBT/);
    await refused(signAs(MASTERS[0], built, { sighash: 0x81 }), /kind is not ALL/);
    expect(() => signAs(STRANGER, built)).toThrow();
    expect((await server.data('operatorColdSpend', { id: mine.id }, reviewer)).signed).toEqual([]);
    expect(await lastActs(server, 1)).toMatchObject([
      { action: 'cold.signature_brought.refused', detail: { code: 'validation_failed' } },
    ]);
    await end(mine.id);
    await end(other.id);
  });

  test('of one key count once, however often they are brought', async () => {
    const { id } = await proposed('1');
    const file = signAs(MASTERS[1], await psbtOf(id));
    await bring(id, file);
    const again = await bring(id, file, manager);
    expect(again.message).toMatchObject({
      status: 'signing',
      signed: [{ number: 1, operator: reviewer.name }],
    });
    await end(id);
    expect((await signedBy(id, 0)).error).toBe('already_decided');
    expect((await cancel(id)).error).toBe('already_decided');
  });

  test('brought at once by two make one payment, and one that is sent is not cancelled', async () => {
    const { id, tx_id: txId } = await proposed('1');
    const built = await psbtOf(id);
    const replies = await Promise.all(MASTERS.map((master) => bring(id, signAs(master, built))));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(await statusOf(id)).toBe('sent');
    expect((await cancel(id)).error).toBe('already_decided');
    expect(chain.mempool.map((tx) => tx.txId)).toEqual([txId]);
    chain.mine(FINAL);
    await round();
    expect(await statusOf(id)).toBe('confirmed');
  });

  test('come too late after their time', async () => {
    const { id } = await proposed('1');
    const file = signAs(MASTERS[0], await psbtOf(id));
    server.clock.nowMs += COLD_OPEN_MS;
    reviewer = await operator(server, 'reviewer');
    expect((await bring(id, file)).error).toBe('already_decided');
    await round();
    expect(await statusOf(id)).toBe('expired');
  });
});

describe('the chain', () => {
  test('gets a payment again that it forgot, and one that no node took', async () => {
    const { id, tx_id: txId } = await proposed('1');
    await signedBy(id, 0);
    chain.losesCalls = true;
    await signedBy(id, 1);
    chain.losesCalls = false;
    expect([await statusOf(id), chain.mempool]).toEqual(['sent', []]);
    await round();
    expect(chain.mempool.map((tx) => tx.txId)).toEqual([txId]);
    chain.forget();
    await round();
    chain.mine(FINAL);
    await round();
    expect(await statusOf(id)).toBe('confirmed');
  });

  test('may have it from the holders of the keys themselves', async () => {
    const { id } = await proposed('1');
    const built = await psbtOf(id);
    chain.mineRaw(assembled([signAs(MASTERS[0], built), signAs(MASTERS[2], built)]).raw);
    await round();
    expect(await statusOf(id)).toBe('sent');
    chain.mine(FINAL);
    await round();
    expect(await statusOf(id)).toBe('confirmed');
  });

  test('says that its coins went elsewhere, and only then has it failed', async () => {
    const first = await proposed('1');
    const built = await psbtOf(first.id);
    await end(first.id);
    const second = await proposed('1');
    chain.mineRaw(assembled([signAs(MASTERS[0], built), signAs(MASTERS[2], built)]).raw);
    await round();
    expect(await statusOf(second.id)).toBe('signing');
    chain.mine(FINAL - 1);
    await round();
    expect(await statusOf(second.id)).toBe('failed');
  });

  test('that lies about a coin gets nothing built', async () => {
    chain.lie = (raw) => raw.replace(/00000000$/, '01000000');
    expect((await propose('1')).error).toBe('chain_closed');
    chain.lie = undefined;
    chain.rate = 100_000;
    // Whatever blocks are said to cost.
    const { id, fee } = await proposed('1');
    expect(Number(fee)).toBeLessThan(0.003);
    await end(id);
    chain.rate = 2.1;
  });

  test('that lists no coins of an address full of dust tells what is there, and the largest of them pay', async () => {
    const seen = async () => {
      // What it had a minute ago is shown until then.
      server.clock.nowMs += COLD_LOOK_MS;
      manager = await operator(server, 'manager');
      return (await server.data('operatorColdWallet', {}, manager)).wallet;
    };
    const place = { branch: 0, index: 0 } as const;
    const script = Buffer.from(wallet.outputAt(place).script).toString('hex');
    const before = await seen();
    fund(place, 70n * COIN);
    chain.dust(addressAt(wallet, place, 'bcrt'), script, 501);
    chain.dust(HOT, HOT_SCRIPT, 501);
    chain.mine(FINAL - 1);
    const dusted = await seen();
    // All of it is known by the history, a coin that was spent among them.
    const dust = (501 * 294) / 1e8;
    expect(Number(dusted?.balance)).toBeCloseTo(Number(before?.balance) + 70 + dust, 8);
    expect(dusted?.unlisted).toBeUndefined();
    expect(Number(dusted?.hot[0]?.balance)).toBeCloseTo(Number(before?.hot[0]?.balance) + dust, 8);
    const spend = await proposed('60');
    expect(spend).toMatchObject({ status: 'signing', coins: 1 });
    await end(spend.id);
    // More than is read of a history: what lies below is told of, and pays nothing.
    chain.dust(addressAt(wallet, place, 'bcrt'), script, COLD_HISTORY_PAGES_MAX * 25);
    chain.mine(FINAL - 1);
    const buried = await seen();
    expect(Number(buried?.unlisted)).toBeCloseTo(70 + dust, 8);
    expect(buried?.receive?.address).toBe(before?.receive?.address);
    expect((await propose('150')).error).toBe('insufficient_balance');
    const rest = await proposed('30');
    expect(rest.status).toBe('signing');
    await end(rest.id);
  });

  test('that is away stops nothing but asking', async () => {
    await server.restart(environment(await otherUrl()));
    manager = await operator(server, 'manager');
    reviewer = await operator(server, 'reviewer');
    const { wallet: seen } = await server.data('operatorColdWallet', {}, reviewer);
    expect(seen).toMatchObject({ required: 2, hot: [{ address: HOT }] });
    expect(seen?.balance).toBeUndefined();
    expect(server.context.cold.measured).toBeUndefined();
    expect((await propose('1')).error).toBe('chain_closed');
  });
});

/** A port where nobody listens. */
async function otherUrl(): Promise<string> {
  const gone = new BitcoinChain();
  const url = await gone.listen();
  await gone.close();
  return url;
}

describe('the rows', () => {
  test('stay as they were built and signed', async () => {
    const { database } = server.context;
    for (const change of [
      "UPDATE cold_spends SET address = 'elsewhere'",
      'UPDATE cold_spends SET amount_minor = amount_minor + 1',
      "UPDATE cold_spends SET status = 'signing'",
      'DELETE FROM cold_spends',
      'DELETE FROM cold_coins',
      "UPDATE cold_signatures SET signatures = ''",
      'DELETE FROM cold_signatures',
    ])
      await expect(database.query(change)).rejects.toThrow(/stays as it was built|append-only/);
  });
});
