/**
 * The app's size budgets, measured on the last build: gzip of what each kind of visit has to
 * fetch before it can show something. `node tools/size.ts` prints the table and fails when one is exceeded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KB = 1_000;
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../apps/web/dist');

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface Measured {
  readonly name: string;
  readonly kb: number;
  readonly budgetKb: number;
}

/** What the chart page fetches after it stands: the chart library and its host. */
const CHART = 'src/features/chart/candles/chart-host.ts';
const CHART_PAGE = 'src/pages/trade/kline.tsx';

/** A chunk and all it imports statically, by key of the manifest. */
function closure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, found);
  return found;
}

const sizes = new Map<string, number>();
function gzipKb(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const kb = gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / KB;
  sizes.set(file, kb);
  return kb;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** What of `keys` is not in `already`. */
const extraKb = (
  manifest: Manifest,
  keys: Iterable<string>,
  already: ReadonlySet<string>,
): number =>
  sum([...keys].filter((key) => !already.has(key)).map((key) => gzipKb(manifest[key]?.file ?? '')));

/** Every budget with what the build needs of it. */
export function measure(): readonly Measured[] {
  // The manifest is Vite's own; its shape is documented.
  const manifest = JSON.parse(
    readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error('the build has no entry');
  const initial = closure(manifest, entry);
  const css = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.css'));
  const rows: Measured[] = [
    { name: 'initial JavaScript', kb: extraKb(manifest, initial, new Set()), budgetKb: 120 },
    { name: 'CSS', kb: sum(css.map((file) => gzipKb(`assets/${file}`))), budgetKb: 15 },
  ];
  for (const key of Object.keys(manifest)) {
    const kb = () => extraKb(manifest, closure(manifest, key), initial);
    const [, language, part] = /^src\/i18n\/([\w-]+)\/(\w+)\.json$/.exec(key) ?? [];
    if (language !== undefined) {
      const name = `language ${language}${part === 'core' ? '' : `, ${part}`}`;
      // How to recover an account is read by few, but by whoever opens the security pages too.
      rows.push({ name, kb: kb(), budgetKb: part === 'account' ? 15.5 : 15 });
    }
    const page = /^src\/pages\/(.+)\.tsx$/.exec(key)?.[1];
    if (page !== undefined) rows.push({ name: `route ${page}`, kb: kb(), budgetKb: 50 });
    if (key === CHART) {
      const page = new Set([...initial, ...closure(manifest, CHART_PAGE)]);
      const chartKb = extraKb(manifest, closure(manifest, key), page);
      rows.push({ name: 'chart', kb: chartKb, budgetKb: 70 });
    }
  }
  return rows;
}

function main(): void {
  const rows = measure();
  for (const { name, kb, budgetKb } of rows) {
    const mark = kb > budgetKb ? '  TOO LARGE' : '';
    process.stdout.write(
      `${name.padEnd(40)}${kb.toFixed(1).padStart(7)} kB of ${budgetKb}${mark}\n`,
    );
  }
  if (rows.some(({ kb, budgetKb }) => kb > budgetKb)) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
