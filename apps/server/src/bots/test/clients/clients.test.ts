/**
 * Clients that nobody here wrote, unmodified but for their addresses, against a listening server. Goal: every call
 * that their users make of what is served gives what they expect, and what is not served says so. Which of our calls answered is
 * recorded as it happens; the table of docs/operating/bots.md is that record.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import ccxt from 'ccxt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BinanceServer } from '../binance-fixture.ts';
import recorded from '../recorded-calls.json' with { type: 'json' };
import { binanceSpotClient } from './binance-spot-client.ts';
import { CCXT_NOT_HERE, ccxtClient } from './ccxt-client.ts';
import { binanceClient, connectorClient, nodeBinanceApiClient } from './node-clients.ts';
import { make, type TriedClient, trade, type World } from './tried-client.ts';

const CLIENTS = [
  ccxtClient,
  binanceSpotClient,
  connectorClient,
  binanceClient,
  nodeBinanceApiClient,
] as unknown as readonly TriedClient<unknown>[];

/** What programs ask that do not install here: written down, and tried as such by recorded.test.ts. */
const RECORDED = Object.entries(recorded).map(([name, calls]) => ({
  name,
  asked: new Set(calls.map(({ method, path: place }) => `${method} ${place}`)),
}));

const DOCS = path.resolve(import.meta.dirname, '../../../../../../docs/operating/bots.md');
const [BEGIN, END] = ['<!-- clients -->', '<!-- /clients -->'];

let world: World;
/** Our calls that answered, by client. */
const answered = new Map<string, Set<string>>();
let calling = '';

beforeAll(async () => {
  const exchange = await BinanceServer.start();
  const { server } = exchange;
  const { metrics } = server.context;
  const count = metrics.answered.bind(metrics);
  metrics.answered = (answer) => {
    const isOurs = answer.route.includes('binance/');
    if (answer.status === 200 && isOurs) noteAnswer(calling, answer.route.replace('binance/', ''));
    count(answer);
  };
  const [maker, trader] = [await server.trader(), await server.trader()];
  world = { exchange, maker, trader, credentials: await exchange.key(trader) };
  await server.tick();
  await make(world, 'sell', '100.00', '5');
  await trade(world);
});
afterAll(() => world.exchange.stop());
// Market orders need a fresh index.
beforeEach(() => world.exchange.server.tick());

const noteAnswer = (client: string, route: string) =>
  answered.set(client, (answered.get(client) ?? new Set()).add(route));

/** Some clients throw what holds their sockets and all that these hold: too much to be shown. */
function plainly(error: unknown): never {
  const { name, message } = error as Error;
  throw name === 'AssertionError' ? error : new Error(`${name}: ${message}`);
}

describe.each(CLIENTS)(
  '$name',
  ({ name: clientName, open, calls, streams = {}, refused, close }) => {
    let client: unknown;
    beforeAll(async () => {
      calling = clientName;
      client = await open(world);
    });
    afterAll(() => close(client));
    test.each(Object.keys(calls))('%s', async (name) => {
      await calls[name]?.(client, world).catch(plainly);
      const stream = streams[name];
      if (stream !== undefined) noteAnswer(clientName, `stream …@${stream}`);
    });
    test.each(Object.keys(refused))('%s is refused', async (name) => {
      const ask = async () => refused[name]?.(client, world);
      await expect(ask().catch(plainly)).rejects.toThrow(/./);
    });
  },
);

test('ccxt: what it has is tried, or is of something that is not here', () => {
  const { has } = new ccxt.pro.binance();
  const names = Object.keys(has).filter((name) => has[name] !== undefined && has[name] !== false);
  const tried = new Set([...Object.keys(ccxtClient.calls), ...Object.keys(ccxtClient.refused)]);
  expect(names.filter((name) => !tried.has(name) && !CCXT_NOT_HERE.has(name))).toEqual([]);
  expect([...CCXT_NOT_HERE].filter((name) => tried.has(name))).toEqual([]);
});

test('the table of the documentation is what was answered', () => {
  const order = [
    ...world.exchange.server.binance.endpoints.flatMap(({ method, path: place, socketMethod }) => [
      `${method} ${place}`,
      ...(socketMethod === undefined ? [] : [`WS ${socketMethod}`]),
    ]),
  ];
  const asked = RECORDED.flatMap((each) => [...each.asked]);
  const all = new Set([...[...answered.values()].flatMap((routes) => [...routes]), ...asked]);
  const known = order.filter((route) => all.has(route));
  const rows = [...known, ...[...all].filter((route) => !known.includes(route)).sort()];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const refusing = CLIENTS.filter(({ refused }) => Object.keys(refused).length > 0);
  const refusals = refusing.map(({ name, refused }) => {
    const methods = Object.keys(refused).map((method) => `\`${method}\``);
    return `- ${name}: ${methods.join(', ')}`;
  });
  const beside = CLIENTS.map(({ name, calls }) => {
    const methods = Object.keys(calls).filter((method) => method.includes('('));
    return `- ${name}: ${methods.map((method) => `\`${method}\``).join(', ')}`;
  });
  const table = [
    line(['call', ...[...CLIENTS, ...RECORDED].map(({ name }) => name)]),
    line(['---', ...[...CLIENTS, ...RECORDED].map(() => ':-:')]),
    ...rows.map((route) =>
      line([
        `\`${route}\``,
        ...CLIENTS.map(({ name }) => (answered.get(name)?.has(route) ? '✓' : '')),
        ...RECORDED.map((each) => (each.asked.has(route) ? 'r' : '')),
      ]),
    ),
    '',
    'Tried once more, with what is said beside:',
    '',
    ...beside,
    '',
    'Refused, and each says so:',
    '',
    ...refusals,
  ].join('\n');
  const text = readFileSync(DOCS, 'utf8');
  const [head = '', rest = ''] = text.split(`${BEGIN}\n`);
  const [written, tail = ''] = rest.split(`\n${END}`);
  if (process.env['WRITE_CLIENTS'] === '1')
    writeFileSync(DOCS, `${head}${BEGIN}\n${table}\n${END}${tail}`);
  else expect(written).toBe(table);
});
