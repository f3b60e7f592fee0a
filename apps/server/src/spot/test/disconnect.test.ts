/**
 * Cancel on disconnect (B19, 17.2): orders go when the connection of who asked for it is gone, however it went. The timer runs
 * in the engine and a gateway only keeps it set, so one that is killed cancels too.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BTC_USDT,
  canDeploy,
  Deployment,
  data,
  PASSWORD,
  priceBelow,
  register,
} from '../../../test/support/deployment-fixture.ts';
import { type Spawned, spawnServer } from '../../../test/support/spawned.ts';
import { SocketProbe, signedMessage } from '../../bots/test/binance-fixture.ts';
import type { RunningServer } from '../../core/processes/lifetime.ts';

const USDT = 3;

describe.skipIf(!canDeploy)('orders of a connection that is gone (PostgreSQL, Redis)', () => {
  let deployment: Deployment;
  let engine: RunningServer;
  let gateway: RunningServer;
  let killed: Spawned;
  let low: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    deployment = await Deployment.open();
    engine = await deployment.engine();
    gateway = await deployment.gateway();
    killed = await spawnServer({ ...deployment.environment, ROLE: 'gateway' });
    low = await priceBelow(engine);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    killed?.child.kill('SIGKILL');
    await deployment?.remove();
  });

  const funded = async () => {
    const user = await register(engine);
    await data(engine, 'faucet', { currency_id: USDT, amount: '1000' }, user);
    const order = { symbol: BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001', price: low };
    await data(engine, 'placeOrder', order, user);
    return user;
  };
  const waiting = async (user: { readonly token: string }) =>
    (await data(engine, 'orders', { status: 'waiting' }, user)).total;
  const until = async <Value>(read: () => Promise<Value>, is: (value: Value) => boolean) => {
    for (;;) {
      const value = await read();
      if (is(value)) return value;
      await wait(100);
    }
  };
  const connect = async (address: string, token: string): Promise<Socket> => {
    const socket = io(address, { forceNew: true, transports: ['websocket'] });
    sockets.push(socket);
    if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', resolve));
    expect(await socket.emitWithAck('login', { token })).toMatchObject({ ok: true });
    return socket;
  };
  const timers = async (user: { readonly token: string }) =>
    (await data(engine, 'cancelTimer', {}, user)).timers;

  test('are cancelled where its gateway was killed, and those of others are not', async () => {
    const [user, other] = [await funded(), await funded()];
    const socket = await connect(killed.address, user.token);
    const kept = await connect(gateway.address, other.token);
    for (const each of [socket, kept])
      expect(await each.emitWithAck('cancel_on_disconnect', { seconds: 5 })).toMatchObject({
        ok: true,
      });
    const [first] = await timers(user);
    expect(first).toMatchObject({ timer: 1, cancels_at: expect.any(Number) });
    // It is kept set for as long as the socket is there.
    const isLater = ([timer]: Awaited<ReturnType<typeof timers>>) =>
      (timer?.cancels_at ?? 0) > (first?.cancels_at ?? 0);
    await until(() => timers(user), isLater);
    expect(await waiting(user)).toBe(1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await until(
      () => waiting(user),
      (count) => count === 0,
    );
    const [order] = (await data(engine, 'orders', {}, user)).list;
    expect(order).toMatchObject({ status: 'cancelled', cancel_reason: 'timer' });
    expect([await timers(user), await waiting(other)]).toEqual([[], 1]);
    // One that is switched off stays off when its socket goes.
    expect(await kept.emitWithAck('cancel_on_disconnect', { seconds: 0 })).toMatchObject({
      ok: true,
    });
    expect(await timers(other)).toEqual([]);
  });

  test('of a market alone are cancelled when a program leaves the WebSocket API', async () => {
    const user = await funded();
    const asked = { label: 'bot', trade: 'true', password: PASSWORD };
    const { key, secret = '' } = await data(engine, 'createApiKey', asked, user);
    const url = `${gateway.address.replace('http', 'ws')}/binance/ws-api/v3`;
    const program = async (named: object) => {
      const probe = new SocketProbe(url);
      await probe.opened;
      const message = signedMessage({ key, secret }, 'cancelOnDisconnect', { ...named });
      return { probe, answer: await probe.ask(message) };
    };
    const ours = await program({ seconds: 5, timer: 2, symbol: 'BTCUSDT' });
    const others = await program({ seconds: 5, timer: 3, symbol: 'ETHUSDT' });
    expect(ours.answer).toMatchObject({ status: 200, result: { seconds: 5, timer: 2 } });
    expect(await timers(user)).toMatchObject([
      { timer: 2, symbol: BTC_USDT },
      { timer: 3, symbol: 'ETH/USDT' },
    ]);
    expect((await program({ seconds: 4 })).answer).toMatchObject({ error: { code: -1130 } });
    others.probe.socket.terminate();
    await until(
      () => timers(user),
      (list) => list.length === 1,
    );
    expect(await waiting(user)).toBe(1);
    ours.probe.socket.terminate();
    await until(
      () => waiting(user),
      (count) => count === 0,
    );
  });

  test('go with the key that asked, wherever it was revoked, and its connection with it', async () => {
    const user = await funded();
    const asked = { label: 'bot', trade: 'true', password: PASSWORD };
    const { key, secret = '', api_key } = await data(engine, 'createApiKey', asked, user);
    const probe = new SocketProbe(`${gateway.address.replace('http', 'ws')}/binance/ws-api/v3`);
    await probe.opened;
    const message = signedMessage({ key, secret }, 'cancelOnDisconnect', { seconds: 5 });
    expect(await probe.ask(message)).toMatchObject({ status: 200 });
    await data(engine, 'revokeApiKey', { id: api_key.id }, user);
    expect(await probe.closed).toBe(1008);
    await until(
      () => waiting(user),
      (count) => count === 0,
    );
    expect(await timers(user)).toEqual([]);
  });

  test('are of who asked, not of who logs in over the same socket after that', async () => {
    const [user, other] = [await funded(), await funded()];
    const socket = await connect(gateway.address, user.token);
    const switched = await socket.emitWithAck('cancel_on_disconnect', { seconds: 5 });
    expect(switched).toMatchObject({ ok: true });
    const login = await socket.emitWithAck('login', { token: other.token });
    expect(login).toMatchObject({ ok: true });
    await until(
      () => waiting(user),
      (count) => count === 0,
    );
    expect([await timers(other), await waiting(other)]).toEqual([[], 1]);
  });

  test.each([
    [{ seconds: 4 }, 'validation_failed'],
    [{ seconds: 301 }, 'validation_failed'],
    [{ seconds: 5, timer: 0 }, 'validation_failed'],
    [{ seconds: 5, symbol: 'NO/SUCH' }, 'not_found'],
  ])('%j is refused', async (request, error) => {
    const { token } = await register(engine);
    const socket = await connect(gateway.address, token);
    expect(await socket.emitWithAck('cancel_on_disconnect', request)).toEqual({ ok: false, error });
  });

  test('nobody who is not logged in sets one', async () => {
    const socket = io(gateway.address, { forceNew: true, transports: ['websocket'] });
    sockets.push(socket);
    expect(await socket.emitWithAck('cancel_on_disconnect', { seconds: 5 })).toEqual({
      ok: false,
      error: 'not_logged_in',
    });
  });
});
