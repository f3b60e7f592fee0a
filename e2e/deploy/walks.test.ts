/**
 * Four people walk in by a document each and do what it says, from its text: the curious (README.md), who develops a bot
 * (docs/operating/bots.md), who contributes (CONTRIBUTING.md); the operator's walk is documents.test.ts and compose.test.ts. Only
 * addresses and keys are put in the place of the examples', and one market's price. A block that is new fails until it is walked.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../apps/server/src/core/config/config.ts';
import { freePort, RECORDED } from '../../apps/server/test/support/spawned.ts';
import { capabilities, testsOf } from '../../tools/capabilities.mjs';
import { call, indexPrice } from '../support/api.ts';
import { newPerson, PASSWORD, type Person, USDT } from '../support/people.ts';
import { copyPrepared } from '../support/server.ts';
import { blocksOf, commandsUnder } from './documents.ts';
import { root } from './image.ts';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
/** What npm has by itself. */
const SHORT = new Set(['start', 'test']);

/** A shell that a person has open, in the clone. */
function shell(text: string, environment: NodeJS.ProcessEnv = {}, cwd = root): Shell {
  const child = spawn('bash', ['--norc', '-eo', 'pipefail', '-c', text], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}

interface Shell {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

/** Ctrl-C reaches all that the shell began. */
async function interrupt({ child, ended }: Shell): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
  await ended;
}

async function done(
  text: string,
  environment: NodeJS.ProcessEnv = {},
  cwd = root,
): Promise<string> {
  const { ended, output } = shell(text, environment, cwd);
  expect([await ended, output()]).toEqual([0, expect.anything()]);
  return output();
}

/** Words of npm and npx in a text. */
const npmWords = (text: string): string[][] =>
  [...text.matchAll(/\b(npm|npx) ([^`|#\n]+?)(?=\s{2,}#|[`|#\n]|$)/g)].map(([all]) =>
    all.trim().split(/\s+/),
  );

/** Whether what follows is there: a script, or a program of ours, and the files and capabilities that it names. */
function expectThere([program, first = '', ...rest]: readonly string[]): void {
  const words = program === 'npm' && first === 'run' ? rest : [first, ...rest];
  const [name = '', ...given] = words;
  if (program === 'npx') expect(['vitest', 'fairlead-verify']).toContain(name);
  else if (first === 'run' || SHORT.has(name)) expect(Object.keys(scripts)).toContain(name);
  for (const word of given.filter((each) => /^(apps|packages|e2e|tools)\//.test(each)))
    expect(existsSync(path.join(root, word)), word).toBe(true);
  if (name !== 'test' || given[0] !== '--') return;
  const files = testsOf(given.slice(1));
  for (const each of given.slice(1)) expect(capabilities()).toContain(each);
  expect([...files.values()].flat().length).toBeGreaterThan(5);
}

describe('the curious, and who develops a bot', () => {
  let folder: string;
  let url: string;
  let started: Shell;
  let person: Person;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-walk-'));
    // Ninety days of candles are made once for all tests.
    await copyPrepared(path.join(folder, 'data'));
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    const [start = ''] = commandsUnder('README.md', 'Run');
    const data = { DATA_DIR: path.join(folder, 'data'), BOTS: 'false' };
    started = shell(start, { ...data, PORT: port, RATE_LIMIT_FACTOR: '1000' });
    await vi.waitFor(() => expect(started.output()).toContain('Fairlead is ready'), {
      timeout: 200_000,
      interval: 100,
    });
  });
  afterAll(async () => {
    if (started !== undefined) await interrupt(started);
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  test('README.md: one command starts all of it, and says where', async () => {
    expect(started.output()).toContain(`Fairlead is ready at ${url} (demo`);
    expect(started.output()).toContain(`Operators' console: ${url}/console/`);
    for (const page of ['/', '/console/', '/api/docs'])
      expect([page, (await fetch(`${url}${page}`)).status]).toEqual([page, 200]);
  });

  test('README.md: every command is there, and receipts are verified by it', async () => {
    const [commands = ''] = commandsUnder('README.md', 'Test and measure');
    const words = npmWords(commands);
    expect(words.length).toBeGreaterThan(6);
    for (const each of words) expectThere(each);
    const verify = words.find(([program]) => program === 'npx') ?? [];
    await indexPrice(url, 'BTC/USDT');
    person = await newPerson(url);
    const { token } = person;
    await call(url, 'faucet', { currency_id: USDT, amount: '5000' }, token);
    const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT, amount: '900' };
    await call(url, 'transfer', move, token);
    const open = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '1', multiple: '10' };
    await call(url, 'openPosition', open, token);
    expect(await done(verify.join(' ').replace('http://127.0.0.1:8080', url))).toMatch(/1 receipt/);
    expect(blocksOf('README.md')).toHaveLength(2);
  });

  test('README.md: every setting of its table is taken as it stands', () => {
    const table = readFileSync(path.join(root, 'README.md'), 'utf8');
    const rows = [...table.matchAll(/^\| [^|]+ \| `([A-Z_]+=[^|]+)\|$/gm)].map(([, text = '']) =>
      text.replaceAll('`', '').replaceAll(/ or \w+| and three more| \(\[.*|,(?= )/g, ''),
    );
    expect(rows.length).toBe(6);
    for (const row of rows) {
      const given = row
        .replaceAll('…', 'somebody:something@127.0.0.1/all')
        .replaceAll(/\w+\.csv\.gz/g, RECORDED.split('=')[1] ?? '');
      const set = parseEnv(given.replaceAll(/ (?=[A-Z_]+=)/g, '\n'));
      const url = (name: string) => `postgres://one@127.0.0.1/${name}`;
      const needed = {
        ...('ROLE' in set && { DATABASE_URL: url('all') }),
        ...('ENGINES' in set && {
          DATABASE_URL: url('spot'),
          DATABASE_URL_OPTIONS: url('options'),
          DATABASE_URL_WEALTH: url('wealth'),
          DATABASE_URL_REPORTS: url('reports'),
        }),
      };
      const redis = 'REDIS_URL' in set ? { REDIS_URL: 'redis://127.0.0.1' } : {};
      const real = set['FEED']?.startsWith('live') ? { DEMO: 'true' } : {};
      const secret = { SECRET_KEY: 'a-secret-of-the-tests-that-nobody-uses' };
      expect(loadConfig({ ...secret, ...needed, ...real, ...set, ...redis })).toBeDefined();
    }
  });

  test('bots.md: the program and the call by hand trade, the other one is Python', async () => {
    const [program, python, byHand, overSocket, ownCall, inBulk, ...others] =
      blocksOf('docs/operating/bots.md');
    expect(others).toEqual([]);
    const { token } = person;
    const terms = { label: 'walk', trade: 'true', password: PASSWORD };
    const { key, secret } = await call(url, 'createApiKey', terms, token);
    const price = (Number(await indexPrice(url, 'BTC/USDT')) * 0.95).toFixed(0);
    const dear = (Number(price) * 1.1).toFixed(0);
    const filled = (text = ''): string =>
      text
        .replaceAll('https://exchange.example', url)
        .replace("apiKey: '…', secret: '…'", `apiKey: '${key}', secret: '${secret}'`)
        .replace('// Without TLS only: ', '')
        .replaceAll(/\b60000\b/g, price)
        .replaceAll(/\b70000\b/g, dear);
    // The program finds ccxt as in a folder of its developer's.
    const place = await mkdtemp(path.join(os.tmpdir(), 'fairlead-bot-'));
    await symlink(path.join(root, 'node_modules'), path.join(place, 'node_modules'));
    await writeFile(path.join(place, 'bot.mjs'), filled(program?.text));
    await writeFile(path.join(place, 'bot.py'), filled(python?.text));
    const bot = shell('node bot.mjs', {}, place);
    try {
      const orders = async () =>
        (await call(url, 'orders', { status: 'waiting' }, token)).list.map(
          (order) => order.client_order_id,
        );
      await expect.poll(async () => [bot.child.exitCode, ...(await orders())]).toContain('first-1');
      // Until it watches: each order by hand is told to it.
      await expect
        .poll(
          async () => {
            const answer = await done(filled(byHand?.text), { KEY: key, SECRET: secret });
            expect(answer).toContain('"symbol":"BTCUSDT"');
            return bot.output();
          },
          { interval: 1_100 },
        )
        .toMatch(/symbol: 'BTC\/USDT'/);
      expect(bot.child.exitCode).toBeNull();
      await done('python3 -m py_compile bot.py', {}, place);
      await writeFile(path.join(place, 'socket.mjs'), `${ON_SOCKET}${filled(overSocket?.text)}`);
      const opened = {
        KEY: key,
        SECRET: secret,
        AT: `${url.replace('http', 'ws')}/binance/ws-api/v3`,
      };
      expect(await done('node socket.mjs', opened, place)).toMatch(
        /"id":1,"status":200,"result":\{.*"clientOrderId":"socket-1"/,
      );
      const options = { label: 'options', options: 'true', password: PASSWORD };
      const signing = await call(url, 'createApiKey', options, token);
      const signed = await done(filled(ownCall?.text), {
        KEY: signing.key,
        SECRET: signing.secret ?? '',
      });
      // The key opens it; its owner has not proved who he is.
      expect(signed).toContain('"error":"kyc_required"');
      // It has what the faucet gave, and no coin to sell: each order is answered by itself.
      const bulk = await done(filled(inBulk?.text), { TOKEN: token });
      expect(bulk).toMatch(/"results":\[\{"type":"ok".+"error":"insufficient_balance"/s);
    } finally {
      await interrupt(bot);
      await rm(place, { recursive: true, force: true });
    }
  });
});

/** What the page's lines over a socket have around them: the socket, which ends with its answer. */
const ON_SOCKET = `import crypto from 'node:crypto';
const { KEY, SECRET, AT } = process.env;
const socket = new WebSocket(AT);
socket.onmessage = ({ data }) => { console.log(data); socket.close(); };
await new Promise((resolve) => { socket.onopen = resolve; });
`;

describe('who contributes', () => {
  const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

  test('finds every command that CONTRIBUTING.md names, and what it is given', () => {
    const words = npmWords(page);
    expect(words.length).toBeGreaterThan(15);
    for (const each of words) expectThere(each);
    expect(blocksOf('CONTRIBUTING.md')).toEqual([]);
  });

  test('is told the capabilities there are, and which tests a file has, without running any', async () => {
    const refused = shell('npm test -- harbours');
    expect(await refused.ended).toBe(2);
    const [, named = ''] = /there are: (.+)$/m.exec(refused.output()) ?? [];
    expect(named.split(', ')).toEqual(capabilities());
    const [, file = ''] = /npx vitest run (\S+)`/.exec(page) ?? [];
    const listed = await done(`npx vitest list --project server ${file}`);
    expect(listed.match(/ > /g)?.length).toBeGreaterThan(5);
  });

  test('gets the list of what is installed', async () => {
    const [, command = ''] = /`(npm run sbom)`/.exec(page) ?? [];
    const { components } = JSON.parse(
      (await done(`${command} --silent`)).replace(/^[^{]*/, ''),
    ) as {
      components: readonly object[];
    };
    expect(components.length).toBeGreaterThan(100);
  });
});
