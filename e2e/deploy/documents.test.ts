/**
 * Code blocks of the pages for operators: a block is a test. Those of deploy.md are run, on a bare machine here and as
 * containers in compose.test.ts; of the others each is run, or given to the program that it is for, or named with the reason.
 * What others than operators read: walks.test.ts.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBrand } from '../../apps/server/src/core/brand/brand.ts';
import { loadConfig } from '../../apps/server/src/core/config/config.ts';
import { parseBitcoinPolicy } from '../../apps/signer/src/bitcoin/policy.ts';
import { parsePolicy } from '../../apps/signer/src/policy.ts';
import { parseBitcoinSweepPolicy, parseSweepPolicy } from '../../apps/signer/src/sweep/policy.ts';
import { parseTronPolicy } from '../../apps/signer/src/tron/policy.ts';
import { FAULTS } from '../support/chaos/faults.ts';
import { failurePages, PLACES, placeOf } from '../support/chaos/pages.ts';
import { canIsolate } from './compose.ts';
import { type Block, blocksOf, commandsUnder } from './documents.ts';
import { root } from './image.ts';
import { onBareMachine } from './machine.ts';

const PAGE = 'docs/operating/deploy.md';
const BACKUP_PAGE = 'docs/operating/backup.md';

/** Debian's unit of PostgreSQL, by what it runs. */
const withoutDebian = (text: string): string =>
  text.replaceAll(
    /systemctl (start|stop|restart) postgresql$/gm,
    'as_postgres "$(dirname "$(readlink -f /usr/lib/postgresql/*/bin/pg_ctl | tail -n 1)")/pg_ctl" -D /var/lib/postgresql/data -w -l /var/lib/postgresql/log $1',
  );
/** A moment, a commit after it, and both in the archive. */
const UNTIL_ARCHIVED = `
  AT=$(date -u +%FT%T.%3NZ)
  as_postgres psql -c 'CREATE TABLE after_the_moment ()'
  SEGMENT=$(runuser -u postgres -- psql -Atc 'SELECT pg_walfile_name(pg_switch_wal())')
  timeout 60 bash -c "until [ -e /var/backups/fairlead-archive/wal/$SEGMENT.packed ]; do sleep 0.1; done"`;

describe.skipIf(!canIsolate)('the documented machine', () => {
  test('runs the exchange by its units, backs up, restores and is updated', async () => {
    // The first block takes programs and sources from elsewhere.
    const [, ...install] = commandsUnder(PAGE, 'On a bare Debian machine');
    const [backUp = '', restore = '', update = ''] = commandsUnder(
      PAGE,
      'Backups, alarms, updates',
    );
    const isReady = `curl --retry 60 --retry-delay 1 --retry-all-errors -fsS http://127.0.0.1:8080/health/ready`;
    const [archive = '', drill = '', recover = ''] = commandsUnder(BACKUP_PAGE, 'Any moment').map(
      withoutDebian,
    );
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-machine-'));
    try {
      const said = await onBareMachine(
        folder,
        [
          ...install,
          ...commandsUnder(PAGE, 'The doctor'),
          ...commandsUnder(PAGE, 'A lost password'),
          ...commandsUnder(PAGE, 'TLS'),
          backUp,
          restore,
          isReady,
          'echo; echo restored: $(curl -fsS http://127.0.0.1:8080/api/config)',
          update,
          isReady,
          archive,
          isReady,
          UNTIL_ARCHIVED,
          drill.replace(/^AT=.*$/m, ''),
          recover,
          isReady,
          'echo; echo recovered: $(curl -fsS http://127.0.0.1:8080/api/config)',
        ].join('\n'),
      );
      expect(said).toMatch(/First operator: owner with the password \S+ \(shown only now\)/);
      expect(said).toMatch(/^✓ database +PostgreSQL \d/m);
      expect(said).toMatch(/^✓ role +fairlead_app cannot change the schema/m);
      expect(said).toMatch(/^✗ mail +not taken for no-reply@exchange\.example/m);
      expect(said).toMatch(/^\d+ good, \d+ to be better, [1-9]\d* bad\.$/m);
      expect(said).toMatch(/^https:\/\/exchange\.example\/console\/#\/enrol\/[\w-]{43}$/m);
      expect(said).toContain('The drill went well');
      expect(said).toContain('Restored the backup of');
      expect(said).toMatch(/restored: .*"demo":false/);
      expect(said).toContain('0 migrations applied');
      expect(said).toMatch(/The drill went well: base-\S+ was recovered/);
      expect(said).toMatch(/^Recovered base-\S+ into \S+ and checked it\./m);
      // Both losses: that of the restore, and this one's.
      expect(/recovered: (.*)/.exec(said)?.[1]?.match(/"sequence_from"/g)).toHaveLength(2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 600_000);
});

const SECRET = { SECRET_KEY: 'a-secret-of-the-tests-that-nobody-uses' };
const isRequired = process.env['FAIRLEAD_TEST_SERVICES'] === 'required';
const isThere = (program: string): boolean =>
  isRequired || ['/usr/sbin', '/usr/bin'].some((folder) => existsSync(path.join(folder, program)));
const hasPrograms = ['nginx', 'haproxy', 'systemd-analyze', 'openssl'].every(isThere);

/** Dots stand for what each reader fills in. */
const filled = (text: string): string => text.replaceAll('…', 'harbour-lights-42');

describe.skipIf(!hasPrograms)('other blocks', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-blocks-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (command: string, args: readonly string[]): string => ended(command, args).stdout;
  function ended(command: string, args: readonly string[]) {
    const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      env: { PATH, HOME: folder, TMPDIR: folder },
    });
    expect(status, `${command}: ${stdout}${stderr}`).toBe(0);
    return { stdout, stderr };
  }
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  /** A key and its certificate in one file. */
  const pem = (): string => {
    const file = path.join(folder, 'proxy.pem');
    const subject = ['-subj', '/CN=exchange.example', '-keyout', file, '-out', `${file}.crt`];
    run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject]);
    writeFileSync(file, readFileSync(file, 'utf8') + readFileSync(`${file}.crt`, 'utf8'));
    return file;
  };

  const nginx = ({ text }: Block) => {
    const certified = text.replaceAll(/\/etc\/letsencrypt\S+pem/g, pem());
    const file = write(
      'nginx.conf',
      `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${certified}}\n`,
    );
    run('nginx', ['-t', '-p', folder, '-c', file]);
  };
  const haproxy = ({ text }: Block) =>
    run('haproxy', ['-c', '-f', write('haproxy.cfg', text.replace(/\/etc\/haproxy\S+/, pem()))]);
  const cron = ({ text }: Block) => {
    for (const line of text.trim().split('\n')) {
      const [, command = ''] = /^(?:[\d*]+ +){5}(.+)$/.exec(line) ?? [];
      run('bash', ['-n', '-c', command]);
      const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
      for (const [, name = ''] of command.matchAll(/npm run --silent (\w+)/g))
        expect(scripts).toHaveProperty(name);
    }
  };
  const roles = ({ text }: Block) => {
    const shipped = readFileSync(path.join(root, 'deploy/postgres/roles.sql'), 'utf8');
    expect(text).toBe(shipped.replaceAll(/:'\w+'/g, "'…'"));
  };
  const databases = ({ text }: Block) => {
    const lines = text.trim().split('\n');
    for (const line of lines) expect(line).toMatch(/^CREATE DATABASE \w+ OWNER fairlead_owner;$/);
    expect(lines).toHaveLength(4);
  };
  const migrate = ({ text }: Block) => {
    const [, url = '', name] = /^DATABASE_MIGRATE_URL='(.+)' npm run (\w+)\n$/.exec(text) ?? [];
    expect(name).toBe('migrate');
    // The server's own rule takes it as it stands.
    const real = { ...SECRET, FEED: 'live:kraken', DATABASE_URL: filled(url) };
    expect(loadConfig(real)).toMatchObject({ isDemo: false });
  };
  const settings = ({ text }: Block) => {
    const given = parseEnv(
      text.replaceAll(/^Environment=(.*)$/gm, (_, pairs) => pairs.replaceAll(' ', '\n')),
    );
    const { ReadWritePaths: _, ...role } = given;
    const DATABASE_URL = 'postgres://fairlead_app@127.0.0.1/fairlead';
    const base = { REDIS_URL: 'redis://127.0.0.1', ROLE: 'gateway', FEED: 'live:kraken' };
    expect(loadConfig({ ...SECRET, ...base, ...role, DATABASE_URL })).toMatchObject({
      isDemo: false,
    });
  };
  const hosts = ({ text }: Block) => {
    const given = parseEnv(text);
    const base = { REDIS_URL: 'redis://127.0.0.1', ROLE: 'gateway', FEED: 'live:kraken' };
    const { databaseUrl } = loadConfig({ ...SECRET, ...base, ...given });
    expect(databaseUrl).toBe(given['DATABASE_URL']);
  };
  const shipped = (name: string): string =>
    readFileSync(path.join(root, 'deploy', name), 'utf8').replaceAll('/opt/fairlead', root);
  /** What systemd says of a unit with its drop-ins: what it does not understand it ignores, with a line. */
  const complaints = (files: readonly string[]): string =>
    ended('systemd-analyze', ['verify', ...files]).stderr;
  const replicas = ({ text }: Block) => {
    const given = parseEnv(text);
    const DATABASE_URL = 'postgres://fairlead_app@127.0.0.1/fairlead';
    const base = { REDIS_URL: 'redis://127.0.0.1', ROLE: 'gateway', FEED: 'live:kraken' };
    const { databaseReadUrl } = loadConfig({ ...SECRET, ...base, DATABASE_URL, ...given });
    expect(databaseReadUrl).toBe(given['DATABASE_READ_URL']);
  };
  const dropIn = ({ text }: Block) => {
    const name = 'fairlead.service.d/page.conf';
    mkdirSync(path.join(folder, path.dirname(name)));
    const unit = write('fairlead.service', shipped('systemd/fairlead.service'));
    write(name, text);
    expect(complaints([unit])).not.toContain(folder);
    rmSync(path.join(folder, path.dirname(name)), { recursive: true });
  };
  const createKey = ({ text }: Block) => {
    run('bash', ['-ec', filled(text).replace(/key\.json/, path.join(folder, 'key.json'))]);
    expect(readdirSync(folder)).toContain('key.json');
  };
  const policy = ({ text }: Block) => {
    const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    expect(parsePolicy(JSON.parse(text.replace('0x…', address)))).toBeDefined();
  };
  const bitcoinPolicy = ({ text }: Block) =>
    expect(parseBitcoinPolicy(JSON.parse(text))).toBeDefined();
  const tronPolicy = ({ text }: Block) => expect(parseTronPolicy(JSON.parse(text))).toBeDefined();
  /** With addresses of its network for the dots, another each time. */
  const addressed = (text: string, dots: RegExp, addresses: readonly string[]): unknown => {
    const left = [...addresses];
    return JSON.parse(text.replaceAll(dots, () => left.shift() ?? ''));
  };
  const sweepPolicy = ({ text }: Block) =>
    expect(
      parseSweepPolicy(
        addressed(text, /0x…/g, [
          '0x52908400098527886E0F7030069857D2E4169EE7',
          '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
          '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        ]),
      ),
    ).toBeDefined();
  const bitcoinSweepPolicy = ({ text }: Block) =>
    expect(
      parseBitcoinSweepPolicy(
        addressed(text, /bc1q…/g, [
          'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        ]),
      ),
    ).toBeDefined();
  const BRAND = '/etc/fairlead/brand';
  const branded = () => path.join(folder, 'brand');
  const makeBrand = ({ text }: Block) => {
    run('bash', ['-ec', text.replaceAll(BRAND, branded())]);
    expect(readBrand(branded())).toEqual(readBrand(path.join(root, 'deploy/brand-sample')));
  };
  const wearBrand = ({ text }: Block) => {
    const given = parseEnv(text.replaceAll(BRAND, branded()));
    expect(loadConfig(given)).toMatchObject({ brand: { name: 'Harbourlight' } });
  };
  const brandFile = ({ text }: Block) =>
    expect(text).toBe(readFileSync(path.join(root, 'deploy/brand-sample/brand.json'), 'utf8'));
  const texts = ({ text }: Block) => {
    const said = run('bash', ['-ec', text]);
    expect(said).toMatch(/^it: packages\/contract\/src\/wire\/constants\.ts has no line of it$/m);
    expect(said).toMatch(/^it: apps\/web\/src\/i18n\/it\/core\.json is missing$/m);
    expect(said).toMatch(/^it: apps\/server\/texts\/it\/messages\.json is missing$/m);
    expect(said).toMatch(/^Write what it names/m);
  };
  const module = ({ text }: Block) => run('node', ['--check', write('bot.mjs', text)]);
  const shell = ({ text }: Block) => run('bash', ['-n', '-c', text]);
  const parsed = () => undefined;

  /** How each is checked, in the order of its page. A page with a block more or less fails. */
  const PAGES: Readonly<Record<string, readonly ((block: Block) => void)[]>> = {
    // The last three are run on the machine above.
    'backup.md': [cron, shell, shell, shell],
    // They are run against an exchange in walks.test.ts.
    'bots.md': [module, parsed, shell, module, shell, shell],
    // It is run in apps/server/src/bots/webhooks/test.
    'webhooks.md': [module],
    // Question and answer are held against the provider's calls in apps/server/src/screening/test.
    'screening.md': [parsed, parsed, shell],
    // Questions, answers and a verdict are held against the provider's calls in apps/server/src/verification/test.
    'identity-provider.md': [parsed, parsed, parsed, parsed, parsed, shell],
    // Likewise in apps/server/src/travel-rule/test.
    'travel-rule.md': [parsed, parsed, parsed, parsed, parsed, parsed, shell],
    'brand.md': [makeBrand, wearBrand, brandFile],
    // What they do is done by chaos.test.ts, by the same scripts.
    'cluster.md': [parsed, shell, shell, shell, shell, dropIn],
    'database-roles.md': [roles, migrate],
    'engines.md': [settings],
    // The commands are run against an exchange in divide.test.ts; who makes databases is the superuser, as on deploy.md.
    'divide.md': [databases, shell],
    'markets.md': [texts],
    // Both servers are made so, and the command is run, in apps/server/src/engines/reports/test.
    'reports.md': [parsed, parsed, parsed, shell],
    'processes.md': [settings, settings, hosts, replicas, nginx, haproxy],
    // What is only parsed as a command starts a signer for good, or reads a key from its input: apps/server/src/chains/test runs them against chains.
    'signer.md': [
      createKey,
      policy,
      shell,
      bitcoinPolicy,
      tronPolicy,
      shell,
      sweepPolicy,
      bitcoinSweepPolicy,
      shell,
    ],
  };
  const pages = readdirSync(path.join(root, 'docs/operating')).filter(
    (page) => page.endsWith('.md') && page !== 'deploy.md',
  );

  test.each(pages)('%s: every block is checked', (page) => {
    const blocks = blocksOf(`docs/operating/${page}`);
    const checks = PAGES[page] ?? [];
    expect(blocks).toHaveLength(checks.length);
    for (const [index, block] of blocks.entries()) checks[index]?.(block);
  });

  // What they have an operator type chaos.test.ts runs on a cluster.
  describe.each(failurePages())('%s', (page) => {
    test('says the same of its failure as the others, and each block where it is typed', () => {
      const text = readFileSync(path.join(root, page), 'utf8');
      expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
        'What users notice',
        'What happens by itself',
        'What you see',
        'What to do',
        'Never',
        'Proved by',
      ]);
      for (const block of blocksOf(page)) {
        expect(Object.keys(PLACES)).toContain(placeOf(block));
        shell(block);
      }
    });

    test('is reached from cluster.md, and leads to runbooks that are there', () => {
      const text = readFileSync(path.join(root, page), 'utf8');
      const name = path.basename(page);
      const cluster = readFileSync(path.join(root, 'docs/operating/cluster.md'), 'utf8');
      const runbooks = readFileSync(path.join(root, 'docs/operating/runbooks.md'), 'utf8');
      expect(cluster).toContain(`(cluster/${name})`);
      expect(runbooks).toContain(`(cluster/${name})`);
      for (const [, title = '', anchor = ''] of text.matchAll(
        /\[(\w+)\]\(\.\.\/runbooks\.md#(\w+)\)/g,
      )) {
        expect(runbooks).toContain(`## ${title}\n`);
        expect(anchor).toBe(title.toLowerCase());
      }
    });
  });

  test('every fault of npm run chaos proves something that a page says', () => {
    const pages = ['docs/operating/cluster.md', ...failurePages()];
    const text = pages.map((page) => readFileSync(path.join(root, page), 'utf8')).join('\n');
    for (const name of Object.keys(FAULTS)) expect(text).toContain(`\`${name}\``);
    const proved = failurePages().flatMap((page) =>
      (readFileSync(path.join(root, page), 'utf8').split('## Proved by')[1] ?? '').match(
        /`(?:kill|pause|slow|clock|full|any|two|etcd)\w+`|`\w+(?:Alone|From\w+)`/g,
      ),
    );
    for (const name of proved) expect(Object.keys(FAULTS)).toContain(name?.replaceAll('`', ''));
  });

  test('deploy.md has no block but those that are run', () => {
    const sections = [
      'With containers',
      'On a bare Debian machine',
      'The doctor',
      'A lost password',
      'TLS',
      'Backups, alarms, updates',
    ];
    const ran = sections.flatMap((section) => commandsUnder(PAGE, section));
    expect(blocksOf(PAGE).map(({ text }) => text)).toEqual(ran);
    // Takes programs from Debian and sources from where they are kept.
    run('bash', ['-n', '-c', commandsUnder(PAGE, 'On a bare Debian machine')[0] ?? '']);
  });

  describe('the units', () => {
    const units = readdirSync(path.join(root, 'deploy/systemd'));
    test('are what systemd takes', () => {
      const files = units.map((name) => write(name, shipped(`systemd/${name}`)));
      expect(complaints(files)).not.toContain(folder);
      const server = shipped('systemd/fairlead.service');
      expect(server).toMatch(/^Restart=on-failure\nRestartPreventExitStatus=1$/m);
    });

    test('are so on a machine of the cluster, with the drop-in where install.sh puts it', () => {
      const place = /\/etc\/systemd\/system\/(fairlead\.service\.d\/\w+\.conf)/;
      const text = shipped('cluster/fairlead-cluster.conf');
      const [, name = ''] =
        place.exec(shipped('cluster/install.sh').split('fairlead-cluster.conf')[1] ?? '') ?? [];
      expect(place.exec(text)?.[1]).toBe(name);
      mkdirSync(path.join(folder, path.dirname(name)));
      const unit = write('fairlead.service', shipped('systemd/fairlead.service'));
      write(name, text);
      expect(complaints([unit])).not.toContain(folder);
      // It is read at all: a mistyped line is complained of.
      write(name, text.replace('ReadWritePaths=', 'ReadWritePath='));
      expect(complaints([unit])).toMatch(/cluster\.conf:\d+: Unknown key 'ReadWritePath'/);
      rmSync(path.join(folder, path.dirname(name)), { recursive: true });
      // The pictures' folder is the one that it may write.
      const [, uploads = ''] = /^UPLOADS_DIR=(.+)$/m.exec(shipped('cluster/server.env')) ?? [];
      expect(text).toContain(`\nReadWritePaths=${uploads}\n`);
    });
  });
});
