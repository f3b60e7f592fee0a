/**
 * Steps of four engines (docs/internals/realtime.md). Goal: whatever any product did to a user has a number of that product's, is read
 * again from any of them by REST, socket and webhook alike, and survives who was to tell it.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLiveClient } from '@fairlead/client';
import type { Ack, Step, StepNumbers, StepProduct, WebhookBody } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  canDeploy,
  Deployment,
  data,
  PASSWORD,
} from '../../../test/support/deployment-fixture.ts';
import { LiveClientProbe } from '../../../test/support/live-fixture.ts';
import { ENGINE_NAMES, engineOf } from '../../core/config/engines.ts';
import type { RunningServer } from '../../core/processes/lifetime.ts';
import { Trader, until } from './trader.ts';

describe.skipIf(!canDeploy)('steps of four engines', () => {
  let deployment: Deployment;
  let engine: RunningServer;
  let gateway: RunningServer;
  let trader: Trader;
  let receiver: Server;
  const received: WebhookBody['data'][] = [];
  const probes: LiveClientProbe[] = [];
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        received.push((JSON.parse(Buffer.concat(parts).toString()) as WebhookBody).data);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    environment = { WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${port}` };
    deployment = await Deployment.openDivided();
    engine = await deployment.engine(environment);
    gateway = await deployment.gateway(environment);
    trader = await Trader.register(deployment, [gateway]);
    const hook = { label: 'all', url: `http://127.0.0.1:${port}/`, events: 'record,position' };
    await data(gateway, 'createWebhook', { ...hook, password: PASSWORD }, trader.me);
  }, 600_000);
  afterAll(async () => {
    for (const { socket } of probes) socket.disconnect();
    await deployment?.remove();
    receiver?.closeAllConnections();
    receiver?.close();
  });

  const login = async (server: RunningServer, from?: StepNumbers) => {
    const probe = new LiveClientProbe(server.address);
    probes.push(probe);
    await probe.connected();
    const asked = { token: trader.token, steps: true, products: true, ...(from && { from }) };
    const ack = (await probe.ask('login', asked)) as Extract<Ack, { ok: true }>;
    return { probe, numbers: ack.numbers ?? {} };
  };
  const read = async (product: StepProduct, after?: number) => {
    const steps: Step[] = [];
    for (let next = after, hasMore = true; hasMore; ) {
      const page = await data(
        gateway,
        'steps',
        { product, limit: 3, ...(next !== undefined && { after: next }) },
        trader.me,
      );
      expect(page.gap).toBeUndefined();
      steps.push(...page.steps);
      next = page.number;
      hasMore = page.has_more;
    }
    return steps;
  };
  const told = (probe: LiveClientProbe, product: StepProduct): Step[] =>
    probe.of<Step>('step').filter((step) => (step.product ?? 'spot') === product);
  const reasons = (steps: readonly Step[]) =>
    steps.flatMap(({ events }) =>
      events.flatMap((each) => (each.event === 'record' ? [each.data.kind] : [])),
    );

  /** By whoever was cut off meanwhile too: the client comes again by itself. */
  const listen = async (from: StepNumbers) => {
    const heard: Step[] = [];
    const client = createLiveClient({
      url: gateway.address,
      getToken: () => trader.token,
      readSteps: (after, product) =>
        data(gateway, 'steps', { after, limit: 100, ...(product && { product }) }, trader.me),
      stepNumber: from,
    });
    client.onStep((step) => heard.push(step));
    await until(async () => (client.status.state === 'live' ? true : undefined));
    const of = (product: StepProduct) =>
      heard.flatMap((step) =>
        (step.product ?? 'spot') === product ? [numberAndEvents(step)] : [],
      );
    return { of, close: () => client.close() };
  };

  test('each product’s acts are numbered by it, and the client hears each once', async () => {
    const { probe, numbers } = await login(gateway);
    expect(Object.keys(numbers).toSorted()).toEqual([...ENGINE_NAMES].toSorted());
    const heard = await listen(numbers);
    await trader.fund();
    const position = await trader.openPosition();
    await trader.closePosition(position.id);
    await trader.verify();
    const { id } = await trader.buyOption();
    await trader.optionSettled(id);
    await trader.lockFunds();
    for (const product of ENGINE_NAMES) {
      const steps = await read(product, numbers[product]);
      await expect
        .poll(() => heard.of(product), { timeout: 60_000 })
        .toEqual(steps.map(numberAndEvents));
      expect(steps.length).toBeGreaterThan(0);
      expect(new Set(steps.map(({ number }) => engineOf(number)))).toEqual(new Set([product]));
      for (const [at, { number, previous }] of steps.entries()) {
        expect(number).toBeGreaterThan(previous);
        if (at > 0) expect(previous).toBe(steps[at - 1]?.number);
      }
    }
    expect(reasons(await read('spot', numbers.spot))).toContain('transfer');
    expect(reasons(await read('futures', numbers.futures))).toContain('transfer');
    // Nothing of them comes without a number.
    expect(probe.of('position')).toEqual([]);
    expect(probe.of('record')).toEqual([]);
    heard.close();
  });

  test('what nobody told is told by the next login, from the numbers that were kept', async () => {
    const { probe, numbers } = await login(gateway);
    probe.socket.disconnect();
    // It commits, and who would tell of it is gone.
    await gateway.stop();
    trader.through([engine]);
    const position = await trader.openPosition();
    await trader.closePosition(position.id);
    await trader.lockFunds();
    await engine.stop();
    engine = await deployment.engine(environment);
    gateway = await deployment.gateway(environment);
    trader.through([gateway]);
    await until(async () => {
      const again = await login(gateway, numbers).catch(() => undefined);
      if (again === undefined) return undefined;
      for (const product of ENGINE_NAMES) {
        const steps = await read(product, numbers[product]);
        const isTold = () => told(again.probe, product).length >= steps.length;
        await again.probe.until(() => isTold() || !again.probe.socket.connected);
        if (!isTold()) return undefined;
        expect(told(again.probe, product).slice(0, steps.length).map(numberAndEvents)).toEqual(
          steps.map(numberAndEvents),
        );
        if (product === 'futures') expect(steps.length).toBeGreaterThan(1);
      }
      return again;
    });
  });

  test('an endpoint is sent them of every product, and again from a number of one', async () => {
    const of = (product: StepProduct) =>
      received.filter((message) => (message.product ?? 'spot') === product);
    const steps = (product: StepProduct) =>
      of(product).flatMap((message) => message.steps.map(({ number }) => number));
    const chosen = async (product: StepProduct, after: number) =>
      (await read(product, after)).flatMap(({ number, events }) =>
        events.some(({ event }) => event === 'record' || event === 'position') ? [number] : [],
      );
    for (const product of ENGINE_NAMES) {
      await until(async () => of(product)[0]);
      const all = await chosen(product, of(product)[0]?.after ?? 0);
      await expect.poll(() => steps(product), { timeout: 60_000 }).toEqual(all);
      for (const [at, message] of of(product).entries())
        if (at > 0) expect(message.after).toBeGreaterThanOrEqual(of(product)[at - 1]?.number ?? 0);
    }
    const [webhook] = await data(gateway, 'webhooks', {}, trader.me);
    expect(Object.keys(webhook?.numbers ?? {}).toSorted()).toEqual([...ENGINE_NAMES].toSorted());
    const first = of('futures')[0];
    const before = steps('futures');
    const asked = { id: webhook?.id, after: first?.after, product: 'futures' };
    await data(gateway, 'replayWebhook', asked, trader.me);
    await expect.poll(() => steps('futures'), { timeout: 60_000 }).toEqual([...before, ...before]);
    const ahead = { ...asked, after: 9_000_000_000_000 };
    expect((await ask(gateway, 'replayWebhook', ahead, trader.me)).error).toBe('not_found');
    const { list } = await data(gateway, 'webhookDeliveries', { id: webhook?.id }, trader.me);
    expect(new Set(list.map(({ product = 'spot' }) => product))).toEqual(new Set(ENGINE_NAMES));
    expect(list.every(({ state }) => state === 'delivered')).toBe(true);
  });
});

/** Figures of what is open follow the index, and the first step that is read is connected to what was asked. */
const numberAndEvents = ({ number, events }: Step) => ({
  number,
  events: events.map(({ event, data }) => [event, 'id' in data ? data.id : data.account]),
});
