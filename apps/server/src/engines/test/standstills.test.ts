/** Which product stands still, as every process tells people: one that is away, and one that is held, while the others go on. */
import type { Quotation, Standstill } from '@fairlead/contract';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  canDeploy,
  Deployment,
  data,
  priceBelow,
} from '../../../test/support/deployment-fixture.ts';
import { ENGINE_NAMES, type EngineName } from '../../core/config/engines.ts';
import type { RunningServer } from '../../core/processes/lifetime.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { Trader, until } from './trader.ts';

const NAME = 'owner';
const PASSWORD = 'lantern-over-water';
const OPERATOR = { OPERATOR_NAME: NAME, OPERATOR_PASSWORD: PASSWORD, COOLING_OFF_HOURS: '0' };

/** What a server says, by its quotations and by what a client must know first; undefined while these differ. */
async function saidBy(server: RunningServer): Promise<string | undefined> {
  const words = (list: readonly Standstill[] = []) =>
    list.map((each) => `${each.product} ${each.why}${each.takes_cancels ? '' : ', shut'}`).join();
  const quoted = (await data(server, 'quotations')).map(({ standstill }) => words(standstill));
  const { standstill } = await data(server, 'config');
  const all = new Set([...quoted, words(standstill)]);
  return all.size === 1 ? [...all][0] : undefined;
}

const says = (server: RunningServer, said: string): Promise<true> =>
  until(async () => ((await saidBy(server)) === said ? true : undefined));

/** What a socket that stays open was told last of what stands still. */
class Heard {
  readonly #socket: Socket;
  #last: readonly Standstill[] | undefined;

  constructor(server: RunningServer) {
    this.#socket = io(server.address, { transports: ['websocket'] });
    this.#socket.on('connect', () => this.#socket.emit('subscribe', { channels: ['ticker'] }));
    this.#socket.on('data', ({ data: quotations }: { data: readonly Quotation[] }) => {
      this.#last = quotations[0]?.standstill ?? [];
    });
  }

  hears(...products: readonly EngineName[]): Promise<true> {
    return until(async () => {
      const named = this.#last?.map(({ product }) => product).join();
      return named === products.join() ? true : undefined;
    });
  }

  close(): void {
    this.#socket.close();
  }
}

describe.skipIf(!canDeploy)('a product of four (PostgreSQL, Redis)', () => {
  describe('whose engine is a process of its own', () => {
    let deployment: Deployment;
    let futures: RunningServer;
    let home: RunningServer;
    let options: RunningServer;
    let gateway: RunningServer;

    const start = (name: EngineName) => deployment.engine({ ENGINE: name });
    beforeAll(async () => {
      deployment = await Deployment.openDivided();
      const started = await Promise.all(ENGINE_NAMES.map(start));
      [home, futures, options] = started as [RunningServer, RunningServer, RunningServer];
      gateway = await deployment.gateway();
      await priceBelow(gateway);
    }, 600_000);
    afterAll(() => deployment?.remove());

    test('its process is away: a gateway, the home and the others say it, and that it is back', async () => {
      for (const server of [gateway, home, futures, options]) await says(server, '');
      const heard = new Heard(gateway);
      await heard.hears();
      await futures.stop();
      for (const server of [gateway, home, options]) await says(server, 'futures away, shut');
      await heard.hears('futures');
      futures = await start('futures');
      for (const server of [gateway, home, futures, options]) await says(server, '');
      await heard.hears();
      heard.close();
    }, 300_000);

    test('its database does not commit: it says so itself, and whoever hears it', async () => {
      const hand = await openPostgres({ url: deployment.booksUrl('options') });
      try {
        await hand.transaction(async (transaction) => {
          await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
          await transaction.query('LOCK TABLE leader IN EXCLUSIVE MODE');
          for (const server of [options, gateway, home]) await says(server, 'options away, shut');
        });
      } finally {
        await hand.close();
      }
      for (const server of [options, gateway, home]) await says(server, '');
    }, 300_000);

    test('the home is away: spot stands still, and that is said by all that are left', async () => {
      await home.stop();
      for (const server of [gateway, futures, options]) await says(server, 'spot away, shut');
      home = await start('spot');
      for (const server of [gateway, futures, options, home]) await says(server, '');
    }, 300_000);
  });

  describe('whose books do not add up, in one process of four engines', () => {
    let deployment: Deployment;
    let engine: RunningServer;
    let gateway: RunningServer;
    let other: Trader;

    beforeAll(async () => {
      deployment = await Deployment.openDivided();
      engine = await deployment.engine(OPERATOR);
      gateway = await deployment.gateway();
      other = await Trader.register(deployment, [engine, gateway]);
      await other.fund();
    }, 600_000);
    afterAll(() => deployment?.remove());

    test('stands still alone; a stop by operators is of all', async () => {
      const { token } = await data(engine, 'operatorLogin', { name: NAME, password: PASSWORD });
      for (const server of [engine, gateway]) await says(server, '');
      const books = await openPostgres({ url: deployment.booksUrl('futures') });
      await books.query(
        `UPDATE balances SET total_minor = total_minor + 1
         WHERE owner_id = $1 AND account = 'contract'`,
        [other.userId],
      );
      await books.close();
      await data(engine, 'recountBooks', { product: 'futures' }, { token });
      for (const server of [engine, gateway]) await says(server, 'futures held_for_drift');
      await data(engine, 'stopTrading', { reason: 'a look at all of it' }, { token });
      const all = 'spot cancel_only,futures held_for_drift,options cancel_only,wealth cancel_only';
      for (const server of [engine, gateway]) await says(server, all);
    }, 300_000);
  });
});
