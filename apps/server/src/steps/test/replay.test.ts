/**
 * Steps read again over the socket (docs/internals/realtime.md). Goal: a login that names a number is told what came after it, then what
 * comes, each once and in order, as REST says it; and what cannot be had is said.
 */
import type { Ack, Step, StepGapMessage } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { LiveClientProbe } from '../../../test/support/live-fixture.ts';
import { indexSteps, removeSteps } from '../../core/steps/queries.ts';
import { type Realtime, startRealtime } from '../../realtime/realtime.ts';
import { stepSource } from '../source.ts';

let server: TestServer;
let realtime: Realtime;
let url: string;
let alice: TestUser;
const probes: LiveClientProbe[] = [];
type Ok = Extract<Ack, { ok: true }>;

beforeAll(async () => {
  server = await startTestServer();
  const { clock, log, sessions, events, marketData, candles, told } = server.context;
  realtime = startRealtime({
    httpServer: server.app.server,
    ...{ marketData, candles, sessions, events, clock, log, told },
    subAccounts: server.context.subAccounts,
    steps: stepSource(server.context),
    publicUrl: 'https://exchange.example',
    limitFactor: 1_000,
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  alice = await server.trader();
});
afterAll(async () => {
  for (const { socket } of probes) socket.disconnect();
  await realtime.stop();
  await server.stop();
});

const place = (price: string) =>
  server.data(
    'placeOrder',
    { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price, quantity: '0.001' },
    alice,
  );
const read = (after: number) => server.data('steps', { after, limit: 100 }, alice);

async function follow(more: object): Promise<{ probe: LiveClientProbe; ack: Ack }> {
  const probe = new LiveClientProbe(url);
  probes.push(probe);
  await probe.connected();
  return { probe, ack: await probe.ask('login', { token: alice.token, steps: true, ...more }) };
}
async function begun(more: object = {}): Promise<{ probe: LiveClientProbe; ack: Ok }> {
  const { probe, ack } = await follow(more);
  if (!ack.ok) throw new Error(ack.error);
  return { probe, ack };
}

test('a login tells what came after its number, and goes on with what comes, each once', async () => {
  const { ack } = await begun();
  const from = { spot: ack.number };
  for (let at = 0; at < 30; at += 1) await place((90 + at / 10).toFixed(2));
  const racing = Array.from({ length: 20 }, (_, at) => place((94 + at / 10).toFixed(2)));
  const { probe } = await begun({ from });
  await Promise.all(racing);
  const last = await place('93.50');
  await probe.until(() =>
    JSON.stringify(probe.of<Step>('step').at(-1) ?? '').includes(`"id":${last.order.id},`),
  );
  const whole = await read(ack.number ?? 0);
  expect(whole.steps.length).toBeGreaterThan(30);
  expect(probe.of('step')).toEqual(whole.steps);
  expect(probe.of('step_gap')).toEqual([]);
});

test('a socket is told the same again after its connection is lost, and what it missed', async () => {
  const one = await begun();
  await place('93.10');
  const [first] = await one.probe.until(
    () => one.probe.of<Step>('step').length > 0 && one.probe.of<Step>('step'),
  );
  one.probe.socket.disconnect();
  await place('93.20');
  const two = await begun({ from: { spot: first?.number } });
  const steps = await two.probe.until(
    () => two.probe.of<Step>('step').length > 0 && two.probe.of<Step>('step'),
  );
  expect(steps.map(({ previous }) => previous)).toEqual([first?.number]);
});

test('what is not kept any more, and what never was, is said', async () => {
  const { ack } = await begun();
  await place('93.30');
  server.clock.nowMs += DAY_MS;
  const { database } = server.context;
  await indexSteps(database);
  await removeSteps(database, server.clock.nowMs);
  const kept = await begun({ from: { spot: ack.number } });
  const [gap] = await kept.probe.until(
    () =>
      kept.probe.of<StepGapMessage>('step_gap').length > 0 &&
      kept.probe.of<StepGapMessage>('step_gap'),
  );
  expect(gap).toMatchObject({ gap: 'removed' });
  await place('93.40');
  const [step] = await kept.probe.until(
    () => kept.probe.of<Step>('step').length > 0 && kept.probe.of<Step>('step'),
  );
  expect(step?.number).toBeGreaterThan(gap?.number ?? Number.POSITIVE_INFINITY);
  const ahead = await begun({ from: { spot: (step?.number ?? 0) + 1_000 } });
  const [unknown] = await ahead.probe.until(
    () =>
      ahead.probe.of<StepGapMessage>('step_gap').length > 0 &&
      ahead.probe.of<StepGapMessage>('step_gap'),
  );
  expect(unknown).toMatchObject({ gap: 'unknown' });
});

test('one engine numbers all, under spot; of no other is there anything', async () => {
  const { ack } = await begun({ products: true });
  expect(ack.numbers).toEqual({ spot: ack.number });
  expect((await server.call('steps', { product: 'futures' }, alice)).error).toBe('not_found');
  expect(await read(ack.number ?? 0)).toEqual(
    await server.data('steps', { after: ack.number, product: 'spot', limit: 100 }, alice),
  );
});

test.each([
  [{ from: { spot: -1 } }],
  [{ from: { spot: 1.5 } }],
  [{ from: { spot: '1' } }],
  [{ from: { other: 1 } }],
  [{ from: 1 }],
  [{ from: { futures: 1 } }],
  [{ steps: false, from: { spot: 1 } }],
  [{ steps: false, products: true }],
])('a login with %j is refused', async (more) => {
  expect((await follow(more)).ack).toEqual({ ok: false, error: 'validation_failed' });
});
