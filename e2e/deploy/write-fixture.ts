/**
 * Writes e2e/deploy/fixtures of a released version, once after its release: `node e2e/deploy/write-fixture.ts COMMIT`. That
 * version runs from a worktree of its own, embedded and on PostgreSQL (as the tests reach it); its users live a little; kept
 * are its data folder, its database, a backup that it made, and what each user could ask for. Then upgrade.test.ts has the
 * version at hand go on from there.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { constants, zstdCompressSync } from 'node:zlib';
import { openPostgres } from '../../apps/server/src/core/store/postgres/database.ts';
import { picture } from '../../apps/server/src/verification/test/upload-fixture.ts';
import {
  createDatabase,
  dropDatabase,
  urlOf,
} from '../../apps/server/test/support/postgres-server.ts';
import { freePort } from '../../apps/server/test/support/spawned.ts';
import { call, indexPrice, upload } from '../support/api.ts';
import {
  FIRST,
  logInOperator,
  newHolder,
  newVerified,
  type Operator,
  outOf,
  type Person,
  USDT,
} from '../support/people.ts';
import { root } from './image.ts';
import {
  BACKUP_FILE,
  BACKUP_KEY,
  DATABASE_FILE,
  FIXTURES,
  FOLDER_FILE,
  type Past,
  SETTINGS,
  stateOf,
} from './past.ts';

/** Where versions have their command: the second is 2.5's. */
const BACKUPS = ['apps/server/src/backup.ts', 'apps/server/src/backup/main.ts'];
const BTC = '1';
const OPTION_MS = 45_000;

const [commit = ''] = process.argv.slice(2);
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const full = git('rev-parse', '--verify', `${commit}^{commit}`);
const work = mkdtempSync(path.join(os.tmpdir(), 'fairlead-fixture-'));
const tree = path.join(work, 'tree');

/** That version with what is installed here; its own packages are its own. */
function checkOut(): void {
  git('worktree', 'add', '--detach', tree, full);
  const modules = path.join(tree, 'node_modules');
  mkdirSync(path.join(modules, '@fairlead'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@fairlead')
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const parent of ['packages', 'apps'])
    for (const name of readdirSync(path.join(tree, parent)))
      symlinkSync(path.join(tree, parent, name), path.join(modules, '@fairlead', name));
  for (const app of ['web', 'console'])
    symlinkSync(path.join(root, 'apps', app, 'dist'), path.join(tree, 'apps', app, 'dist'));
}

function run(file: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [file, ...args], {
    cwd: tree,
    env: { PATH, HOME, ...SETTINGS, ...environment },
    stdio: 'inherit',
  });
}

const ended = (child: ReturnType<typeof run>) =>
  new Promise<number | null>((resolve) => child.once('exit', resolve));

/** One of each: waiting, filled, cancelled, open, closed, delivered, credited, under review. */
async function live(url: string): Promise<Person[]> {
  await indexPrice(url, 'BTC/USDT');
  const owner = await logInOperator(url, FIRST);
  const buyer = await newHolder(url, owner, '50000');
  const seller = await newVerified(url, owner);
  await call(url, 'faucet', { currency_id: BTC, amount: '0.5' }, seller.token);
  await trade(url, buyer, seller);
  await speculate(url, buyer);
  await deposit(url, owner, buyer);
  await call(url, 'withdraw', outOf(buyer, '100'), buyer.token);
  return [buyer, seller];
}

async function trade(url: string, buyer: Person, seller: Person): Promise<void> {
  const index = Number(await indexPrice(url, 'BTC/USDT'));
  const order = { symbol: 'BTC/USDT', type: 'limit' };
  const at = (share: number) => (index * share).toFixed(0);
  const buy = { ...order, side: 'buy', price: at(0.99), quantity: '0.02' };
  await call(url, 'placeOrder', buy, buyer.token);
  // Half of it, all of the next, none of the rest.
  const sell = { ...order, side: 'sell', price: at(0.99), quantity: '0.01' };
  await call(url, 'placeOrder', sell, seller.token);
  await call(url, 'placeOrder', { ...sell, price: at(1.05) }, seller.token);
  const away = await call(url, 'placeOrder', { ...buy, price: at(0.9) }, buyer.token);
  await call(url, 'cancelOrder', { order_id: String(away.order.id) }, buyer.token);
  await call(url, 'placeOrder', { ...buy, price: at(0.91) }, buyer.token);
}

/** A position that stays, one that is closed, an option that is delivered: four receipts and more. */
async function speculate(url: string, { token }: Person): Promise<void> {
  for (const to_account of ['contract', 'option']) {
    const move = { from_account: 'coin', to_account, currency_id: USDT, amount: '8000' };
    await call(url, 'transfer', move, token);
  }
  const open = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '10', multiple: '2' };
  await call(url, 'openPosition', open, token);
  const { position } = await call(url, 'openPosition', { ...open, side: 'short' }, token);
  await call(url, 'closePosition', { position_id: String(position.id) }, token);
  const option = { symbol: 'BTC/USDT', direction: 'rise', seconds: '30', currency_id: USDT };
  await call(url, 'buyOption', { ...option, amount: '50' }, token);
  const settled = async () =>
    (await call(url, 'optionOrders', {}, token)).list.every(({ settled_at }) => settled_at);
  const deadline = Date.now() + OPTION_MS;
  while (!(await settled())) {
    if (Date.now() > deadline) throw new Error('the option is not delivered');
    await wait(500);
  }
}

/** A claim that was passed, one that waits. */
async function deposit(url: string, owner: Operator, { token }: Person): Promise<void> {
  for (const amount of ['300', '400']) {
    const proof = await upload(url, { picture: await picture(), purpose: 'deposit_proof' }, token);
    const claim = { kind: 'bank', currency_id: USDT, amount, proof: String(proof) };
    const { id } = await call(url, 'claimDeposit', claim, token);
    if (amount !== '300') continue;
    const decision = {
      id: String(id),
      decision: 'passed',
      credited: amount,
      reference: 'BANK-0001',
    };
    await call(url, 'decideDeposit', decision, owner.token);
  }
}

/** Starts that version, lets them live, and says what they then could ask for. */
async function lived(
  environment: Readonly<Record<string, string>>,
  whileItRuns?: () => Promise<void>,
): Promise<Past> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = run('apps/server/src/main.ts', [], {
    ...environment,
    PORT: String(port),
    LOG_LEVEL: 'warn',
  });
  const isOver = ended(child);
  try {
    while ((await fetch(`${url}/health/ready`).catch(() => undefined))?.ok !== true) {
      if (child.exitCode !== null) throw new Error('that version did not start');
      await wait(100);
    }
    const people = await live(url);
    const users = [];
    for (const { email, token } of people) users.push({ email, state: await stateOf(url, token) });
    const { list } = await call(url, 'receipts', {});
    await whileItRuns?.();
    const { version } = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8'));
    const migrations = git('ls-tree', '-r', '--name-only', full)
      .split('\n')
      .filter((file) => /\/migrations\/\d{4}_\w+\.sql$/.test(file)).length;
    return {
      commit: full,
      version,
      migrations,
      users,
      receipts: list.map(({ id, hash }) => ({ id, hash })),
    };
  } finally {
    child.kill('SIGTERM');
    await isOver;
  }
}

function keep(name: string, bytes: Buffer): void {
  // Three databases of PGlite's folder are nearly the same: the window is as long as the whole.
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: 27,
  };
  write(name, zstdCompressSync(bytes, { params }));
}

function write(name: string, bytes: Buffer): void {
  writeFileSync(path.join(FIXTURES, name), bytes);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  process.stdout.write(`${name}: ${bytes.length} bytes, ${digest}\n`);
}

const note = (name: string, past: Past): void =>
  writeFileSync(path.join(FIXTURES, `${name}.json`), `${JSON.stringify(past, null, 2)}\n`);

async function writeFolder(): Promise<void> {
  const folder = path.join(work, 'data');
  const backups = path.join(work, 'backups');
  const environment = { DATA_DIR: folder, BACKUP_KEY };
  const past = await lived(environment, async () => {
    const command = BACKUPS.find((file) => existsSync(path.join(tree, file))) ?? '';
    const child = run(command, ['backup', '--to', backups], environment);
    if ((await ended(child)) !== 0) throw new Error('that version made no backup');
  });
  note('folder', past);
  const [made = ''] = readdirSync(backups);
  write(BACKUP_FILE, readFileSync(path.join(backups, made)));
  const tar = ['--create', '--sort=name', '--owner=0', '--group=0', '--directory', folder, '.'];
  keep(FOLDER_FILE, execFileSync('tar', tar, { maxBuffer: 1 << 30 }));
}

/** As statements alone, which any client sends: no program of PostgreSQL's own is needed to read them. */
async function writeDatabase(): Promise<void> {
  const name = await createDatabase();
  try {
    const DATABASE_URL = urlOf(name);
    const past = await lived({ DATABASE_URL, DATA_DIR: path.join(work, 'data-postgres') });
    note('database', past);
    const flags = [
      '--no-owner',
      '--no-privileges',
      '--rows-per-insert=500',
      '--dbname',
      DATABASE_URL,
    ];
    const dump = execFileSync('pg_dump', flags, { maxBuffer: 1 << 30, encoding: 'utf8' });
    const statements = dump.replaceAll(/^(\\.*|SET transaction_timeout.*|--.*)?\n/gm, '');
    keep(DATABASE_FILE, Buffer.from(statements));
    await tryDatabase(statements);
  } finally {
    await dropDatabase(name);
  }
}

/** They can be read again, by any client. */
async function tryDatabase(statements: string): Promise<void> {
  const name = await createDatabase();
  try {
    const database = await openPostgres({ url: urlOf(name) });
    await database.query(statements);
    await database.close();
  } finally {
    await dropDatabase(name);
  }
}

try {
  checkOut();
  mkdirSync(FIXTURES, { recursive: true });
  await writeFolder();
  await writeDatabase();
} finally {
  git('worktree', 'remove', '--force', tree);
  rmSync(work, { recursive: true, force: true });
}
