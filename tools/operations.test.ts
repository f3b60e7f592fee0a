/**
 * What operators are handed beside the program: alarms with their runbooks, the dashboard, the image and the compose
 * files. Figures that they name are held against a running server in apps/server/src/core/operations/test/start.test.ts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDockerfile, readIgnored } from './dockerfile.ts';

const root = path.resolve(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const { LEAN_ENVIRONMENT } = (await import(path.join(root, 'tools/setup.mjs'))) as {
  LEAN_ENVIRONMENT: Readonly<Record<string, string>>;
};

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}
const { groups } = parse(textOf('deploy/prometheus/rules.yml')) as {
  groups: { readonly rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8' });
const hasPromtool = run('promtool', '--version').status === 0;
if (!hasPromtool && process.env['FAIRLEAD_TEST_SERVICES'] === 'required')
  throw new Error('promtool is missing: it comes with the package "prometheus"');

describe('alarms', () => {
  const runbooks = textOf('docs/operating/runbooks.md');

  test('are named once', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(rules)('$alert has a runbook that says everything', ({ alert, ...rule }) => {
    const anchor = `docs/operating/runbooks.md#${alert.toLowerCase()}`;
    expect(rule.annotations['runbook']).toBe(anchor);
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations['summary']).toMatch(/\S/);
    expect(rule.annotations['description']).toMatch(/\S/);
    const section = runbooks.split(`\n## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';
    for (const part of ['**Means.**', '**See.**', '**Do.**', '**Over**', '**Never**'])
      expect(section, `${alert} ${part}`).toContain(part);
  });

  test('no runbook is left of an alarm that is gone', () => {
    const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
  });

  test.skipIf(!hasPromtool)('promtool takes the rules, and they call whom they should', () => {
    const checked = run('promtool', 'check', 'rules', 'deploy/prometheus/rules.yml');
    expect(`${checked.stdout}${checked.stderr}`).toContain(`${rules.length} rules found`);
    const tested = run('promtool', 'test', 'rules', 'deploy/prometheus/rules.test.yml');
    expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  });

  test('every alarm is tried by the rules’ own tests', () => {
    const tested = textOf('deploy/prometheus/rules.test.yml');
    for (const { alert } of rules) expect(tested).toContain(`{alertname="${alert}"}`);
  });
});

describe('the dashboard', () => {
  interface Panel {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }
  const { panels } = JSON.parse(textOf('deploy/grafana/fairlead.json')) as { panels: Panel[] };
  const shown = panels.filter(({ type }) => type !== 'row');

  test('has panels with a name, an id and a question each', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, targets } of shown) {
      expect(title).toMatch(/\S/);
      expect(targets?.length).toBeGreaterThan(0);
    }
  });

  test.skipIf(!hasPromtool)('asks what Prometheus understands', () => {
    const queries = shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const asRules = queries.map((expr, at) => ({ record: `panel:query:${at}`, expr }));
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-dashboard-'));
    const file = path.join(folder, 'queries.yml');
    // JSON is YAML too.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }));
    const checked = run('promtool', 'check', 'rules', file);
    rmSync(folder, { recursive: true });
    expect(`${checked.stdout}${checked.stderr}`).toContain(`${queries.length} rules found`);
  });
});

describe('the image', () => {
  const steps = readDockerfile(path.join(root, 'Dockerfile'));
  const last = (name: string) => steps.findLast((step) => step.name === name);
  const final = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));

  test('is of the Node that is tested, and of it alone', () => {
    const { devDependencies } = JSON.parse(textOf('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const bases = steps.filter(({ name }) => name === 'FROM').map(({ words }) => words[0]);
    expect(new Set(bases)).toEqual(new Set([`node:${devDependencies['node']}-bookworm-slim`]));
  });

  test('runs the server as nobody special, without npm, and is asked for its health', () => {
    expect(last('USER')?.words).toEqual(['node']);
    expect(last('CMD')?.list).toEqual(['node', 'apps/server/src/main.ts']);
    expect(last('HEALTHCHECK')?.list.slice(0, 2)).toEqual(['node', '-e']);
    expect(last('HEALTHCHECK')?.list[2]).toContain('/health/live');
    expect(final.filter(({ text }) => text.includes('npm'))).toEqual([]);
  });

  test('gives memory back as npm start does, and so does the unit', () => {
    const unit = textOf('deploy/systemd/fairlead.service');
    for (const [name, value] of Object.entries(LEAN_ENVIRONMENT)) {
      expect(last('ENV')?.words).toContain(`${name}=${value}`);
      expect(unit).toMatch(new RegExp(`^Environment=.*${name}=${value}`, 'm'));
    }
  });

  test('takes only what is there, and nothing that is nobody’s business', () => {
    const isIgnored = readIgnored(path.join(root, '.dockerignore'));
    for (const { from, words } of steps.filter(({ name }) => name === 'COPY'))
      for (const source of from === undefined ? words.slice(0, -1) : [])
        expect(existsSync(path.join(root, source)), source).toBe(true);
    for (const name of ['.env', '.git/config', 'apps/web/dist/index.html', 'e2e/kill.test.ts'])
      expect(isIgnored(name), name).toBe(true);
    for (const name of ['apps/server/src/main.ts', 'packages/units/package.json', 'LICENSE'])
      expect(isIgnored(name), name).toBe(false);
  });
});

describe('compose', () => {
  interface Service {
    readonly image: string;
    readonly restart: string;
    readonly profiles?: readonly string[];
    readonly read_only?: boolean;
    readonly user?: string;
    readonly healthcheck?: object;
    readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
    readonly environment?: Readonly<Record<string, string>>;
    readonly secrets?: readonly string[];
    readonly volumes?: readonly string[];
    readonly networks?: readonly string[];
    readonly ports?: readonly string[];
  }
  interface Compose {
    readonly services: Readonly<Record<string, Service>>;
    readonly networks: object;
    readonly volumes: object;
    readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  }
  const base = parse(textOf('deploy/compose.yaml'), { merge: true }) as Compose;
  const overlay = parse(textOf('deploy/compose.processes.yaml'), { merge: true }) as Compose;
  const services = { ...overlay.services, ...base.services };

  test('names only services, networks, volumes and secrets that it has', () => {
    for (const [name, service] of [
      ...Object.entries(base.services),
      ...Object.entries(overlay.services),
    ]) {
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(services), `${name} depends on`).toContain(other);
      for (const secret of service.secrets ?? [])
        expect(Object.keys(base.secrets)).toContain(secret);
      for (const network of service.networks ?? [])
        expect(Object.keys(base.networks)).toContain(network);
      for (const volume of service.volumes ?? [])
        if (!volume.startsWith('.'))
          expect(Object.keys(base.volumes)).toContain(volume.split(':')[0]);
        else expect(existsSync(path.join(root, 'deploy', volume.split(':')[0] ?? ''))).toBe(true);
    }
  });

  test('starts each service again, by an exact version, once what it needs is healthy', () => {
    for (const [name, service] of Object.entries(services)) {
      const isOnce = name === 'migrate' || service.profiles?.includes('tools');
      // Under on-failure what ended with 0 at the machine's shutdown would stay down: deploy.md, "A refused start".
      expect(service.restart, name).toBe(isOnce ? 'no' : 'unless-stopped');
      expect(service.image, name).toMatch(/^fairlead$|:\d+\.\d+/);
      if (!isOnce)
        expect(textOf('docs/operating/deploy.md')).toContain(`\`restart: ${service.restart}\``);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        const isOnce = services[other]?.restart === 'no';
        expect(condition).toBe(isOnce ? 'service_completed_successfully' : 'service_healthy');
        if (!isOnce) expect(services[other]?.healthcheck, other).toBeDefined();
      }
    }
  });

  test('gives secrets by files that the server reads, and the database to nobody outside', () => {
    for (const name of ['migrate', 'server', 'backup', 'restore', 'engine', 'standby']) {
      const { environment = {}, secrets = [] } = services[name] ?? {};
      const files = Object.entries(environment).filter(([key]) => key.endsWith('_FILE'));
      expect(files.map(([, file]) => file.replace('/run/secrets/', '')).sort()).toEqual(
        // The authority is named by the URLs.
        secrets.filter((secret) => secret !== 'database_ca').sort(),
      );
      expect(services[name]?.read_only).toBe(true);
      for (const value of Object.values(environment))
        expect(String(value)).not.toMatch(/:\/\/\w*:\w*@/);
    }
    expect(services['database']?.networks).toEqual(['inside']);
    expect(services['database']?.ports).toBeUndefined();
    expect(services['redis']?.ports).toBeUndefined();
    for (const port of services['server']?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});
