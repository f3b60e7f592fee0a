/** What an engine's database, or the reports', keeps from the others while it is away: its own product, no start, no other's orders. */
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  BTC_USDT,
  canDeploy,
  Deployment,
  data,
  priceBelow,
} from '../../../test/support/deployment-fixture.ts';
import { openBooks } from '../../composition/product.ts';
import { loadConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/http/log.ts';
import { deploymentOf } from '../../core/operations/deployment.ts';
import { type RunningServer, Teardown } from '../../core/processes/lifetime.ts';
import { DatabaseAwayError, StartRefusedError } from '../../core/store/database.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { Trader } from './trader.ts';

/** A way to a database that is cut until it is mended. */
class Line {
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  readonly #url: URL;
  #isThere = false;

  private constructor(server: net.Server, url: string) {
    this.#server = server;
    this.#url = new URL(url);
    server.on('connection', (socket) => this.#join(socket));
  }

  static async to(url: string): Promise<Line> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Line(server, url);
  }

  get url(): string {
    const url = new URL(this.#url);
    url.port = String((this.#server.address() as net.AddressInfo).port);
    return url.href;
  }

  mend(): void {
    this.#isThere = true;
  }

  cut(): void {
    this.#isThere = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async end(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(socket: net.Socket): void {
    if (!this.#isThere) {
      socket.destroy();
      return;
    }
    const { hostname, port } = this.#url;
    const there = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}

describe.skipIf(!canDeploy)('the databases of futures and of the reports are away', () => {
  let deployment: Deployment;
  let lines: { readonly futures: Line; readonly reports: Line };
  let trader: Trader;
  let ownerPassword: string | undefined;
  let home: RunningServer;
  let gateway: RunningServer;

  beforeAll(async () => {
    deployment = await Deployment.openDivided();
    const reports = deployment.environment['DATABASE_URL_REPORTS'] ?? '';
    lines = {
      futures: await Line.to(deployment.booksUrl('futures')),
      reports: await Line.to(reports),
    };
    const first = await deployment.engine();
    ownerPassword = first.ownerPassword;
    trader = await Trader.register(deployment, [first]);
    await trader.fund();
    await first.stop();
    const through = {
      DATABASE_URL_FUTURES: lines.futures.url,
      DATABASE_URL_REPORTS: lines.reports.url,
    };
    home = await deployment.engine({ ...through, ENGINE: 'spot' });
    gateway = await deployment.gateway(through);
  }, 600_000);
  afterAll(async () => {
    await deployment?.remove();
    await Promise.all(Object.values(lines ?? {}).map((line) => line.end()));
  });

  const order = async (server: RunningServer) => {
    const price = await priceBelow(server);
    const asked = { symbol: BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001', price };
    return data(server, 'placeOrder', asked, trader.me);
  };

  // Nobody runs options and wealth here.
  const standing = async (server: RunningServer) => (await data(server, 'config')).standstill ?? [];

  test('the home and a gateway start, and spot is traded through either', async () => {
    for (const server of [home, gateway])
      expect((await order(server)).order.status).toBe('waiting');
  });

  test('what is of futures, and what reads across, is unavailable', async () => {
    for (const server of [home, gateway]) {
      expect((await ask(server, 'positions', { status: 'holding' }, trader.me)).error).toBe(
        'unavailable',
      );
      expect((await ask(server, 'records', { page: '1' }, trader.me)).error).toBe('unavailable');
    }
    for (const server of [home, gateway])
      await expect
        .poll(() => standing(server))
        .toContainEqual({ product: 'futures', why: 'away', takes_cancels: false });
  });

  test('the desk’s overview names futures and has all else, and withdrawals are listed', async () => {
    const password = ownerPassword;
    for (const server of [home, gateway]) {
      const operator = await data(server, 'operatorLogin', { name: 'owner', password });
      const overview = await data(server, 'operatorOverview', {}, operator);
      expect(overview).toMatchObject({ missing: ['futures'], futures_traded: { today: '0.00' } });
      expect(overview.queues.map(({ queue }) => queue)).toContain('withdrawals');
      const asked = { status: 'under_review' };
      expect((await data(server, 'operatorWithdrawals', asked, operator)).list).toEqual([]);
    }
  });

  test('once they are there futures are traded, without a start of anybody', async () => {
    for (const line of Object.values(lines)) line.mend();
    await deployment.engine({ ENGINE: 'futures' });
    trader.through([home, gateway]);
    const { id } = await trader.openPosition();
    for (const server of [home, gateway]) expect(await trader.positionsAt(server)).toEqual([id]);
    for (const server of [home, gateway])
      await expect
        .poll(async () => (await standing(server)).map(({ product }) => product))
        .toEqual(['options', 'wealth']);
  });

  /** The database of futures as whoever does not run it opens it while its line is cut. */
  const openedAway = async (line: Line) => {
    const environment = { ...deployment.environment, DATABASE_URL_FUTURES: line.url };
    const config = loadConfig({ ...environment, ENGINE: 'spot', ROLE: 'engine' });
    if (config.engines === undefined) throw new Error('four engines were asked for');
    const log = createLog('silent');
    const teardown = new Teardown(log);
    const database = await openPostgres({ url: deployment.databaseUrl, role: 'tool' });
    teardown.add('home', () => database.close());
    const name = await deploymentOf(database, Date.now());
    const options = { config, log, onFatal: () => undefined };
    const parts = { engines: config.engines, deployment: name, home: { database } };
    const { books, prove } = (await openBooks(options, parts, teardown)).futures;
    if (prove === undefined) throw new Error('it was not away');
    return { books, prove, end: () => teardown.run() };
  };

  test('nothing of one that comes is read before it is proved, and never of another', async () => {
    for (const [name, isOwn] of [
      ['futures', true],
      ['options', false],
    ] as const) {
      const line = await Line.to(deployment.booksUrl(name));
      const { books, prove, end } = await openedAway(line);
      line.mend();
      const reads = [
        () => books.query('SELECT 1'),
        () => books.transaction((transaction) => transaction.query('SELECT 1')),
        () => books.openWriter(),
      ];
      for (const read of reads) await expect(read()).rejects.toThrow(DatabaseAwayError);
      if (isOwn) await prove();
      else await expect(prove()).rejects.toThrow(StartRefusedError);
      const read = books.query('SELECT 1');
      if (isOwn) expect(await read).toHaveLength(1);
      else await expect(read).rejects.toThrow(DatabaseAwayError);
      await end();
      await line.end();
    }
  });
});
