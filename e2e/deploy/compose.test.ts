/**
 * The commands of docs/operating/deploy.md, from its text, on the compose files as they are shipped: a real exchange starts
 * with the documented role and an encrypted connection, is backed up and the backup tried; as several processes it
 * takes an order, loses its volumes and goes on from the backup.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SoftAuthenticator } from '../../apps/server/src/identity/test/authenticator.ts';
import { call, indexPrice } from '../support/api.ts';
import { newPerson, PASSWORD, USDT } from '../support/people.ts';
import { Compose, canIsolate } from './compose.ts';
import { commandsUnder } from './documents.ts';

const PAGE = 'docs/operating/deploy.md';
const [prepare = '', start = '', backUp = '', drill = '', restore = '', startSeveral = ''] =
  commandsUnder(PAGE, 'With containers');

describe.skipIf(!canIsolate)('the documented containers', () => {
  let folder: string;
  let compose: Compose;
  let desk: Server;
  let docker: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-compose-'));
    compose = new Compose(folder);
    desk = createServer(async (request, response) => {
      const { words, shell } = JSON.parse(await textOf(request));
      try {
        response.end(await compose.docker(words, shell));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
    desk.requestTimeout = 0;
    await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
    docker = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await compose.down();
    desk.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A block of the page, as a person pastes it into a shell. */
  async function paste(block: string): Promise<string> {
    const { stdout } = await promisify(execFile)(
      'bash',
      ['--norc', '-eo', 'pipefail', '-c', block],
      {
        cwd: folder,
        env: {
          PATH: `${compose.bin}:${process.env['PATH']}`,
          FAIRLEAD_DOCKER: docker,
        },
      },
    );
    return stdout;
  }

  test('start a real exchange, whose owner logs in, and which backs up', async () => {
    await paste(prepare);
    const said = await paste(start);
    const [, name = '', password = ''] =
      /First operator: (\S+) with the password (\S+)/.exec(said) ?? [];
    const url = compose.urlOf('server');
    expect((await call(url, 'config')).demo).toBe(false);
    for (const page of ['/', '/console/']) expect((await fetch(`${url}${page}`)).status).toBe(200);

    const { options } = await call(url, 'beginOperatorPasskey', { name, password });
    const [origin, rpId] = ['https://exchange.example', 'exchange.example'];
    const credential = new SoftAuthenticator({ origin, rpId }).make(options);
    await call(url, 'confirmOperatorPasskey', { credential, label: 'Key ring' });
    // A secret that the compose file names is the server's.
    const token = readFileSync(path.join(folder, 'deploy/secrets/metrics_token'), 'utf8');
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7' };
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);

    expect(await paste(backUp)).toContain('read back and found whole');
    expect(await paste(drill)).toContain('The drill went well');
    await paste(
      'docker compose -f deploy/compose.yaml down\ndocker volume rm fairlead_database fairlead_data',
    );
  });

  test('start several processes, take an order, and go on from a backup', async () => {
    const settings = path.join(folder, 'deploy/.env');
    const lines = readFileSync(settings, 'utf8')
      .replace(/^FEED=.*$/m, 'FEED=simulated')
      .replaceAll(/^(SMTP_URL|MAIL_FROM)=.*\n/gm, '');
    writeFileSync(settings, `${lines}BOTS=false\n`);
    expect(await paste(startSeveral)).toContain('First operator');
    const url = compose.urlOf('server');
    const { email, token } = await newPerson(url);
    await call(url, 'faucet', { currency_id: USDT, amount: '1000' }, token);
    const price = String(Math.floor(Number(await indexPrice(url, 'BTC/USDT')) * 0.98));
    const bid = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price, quantity: '0.001' };
    const { order } = await call(url, 'placeOrder', bid, token);

    const [file = ''] = /\/backups\/\S+/.exec(await paste(backUp)) ?? [];
    await paste(`FILE=${file}\n${restore}`);
    const login = { account_type: 'email', account: email, password: PASSWORD };
    const again = await call(url, 'login', login);
    expect((await call(url, 'orders', {}, again.token)).list.map(({ id }) => id)).toEqual([
      order.id,
    ]);
  });
});
