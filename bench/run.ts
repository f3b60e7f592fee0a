/** `npm run bench [-- name …]`: runs the measurements one after the other and prints one table, machine included. */
import { readdirSync } from 'node:fs';
import os from 'node:os';

export interface Measurement {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** Run by name only. */
const LONG: ReadonlySet<string> = new Set(['commit.ts', 'disk.ts', 'memory.ts', 'soak.ts']);
const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .filter((file) =>
    wanted.length === 0 ? !LONG.has(file) : wanted.includes(file.replace('.ts', '')),
  )
  .sort();

const rows: Measurement[] = [];
for (const file of files) {
  process.stderr.write(`${file} …\n`);
  const { run } = (await import(`./${file}`)) as { run: () => Promise<Measurement[]> };
  rows.push(...(await run()));
}

const [cpu] = os.cpus();
const machine = [
  `${cpu?.model.trim() ?? 'unknown processor'}, ${os.availableParallelism()} cores`,
  `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
  `Node ${process.versions.node}`,
  `${os.type()} ${os.release()}`,
].join(', ');
const cell = (text: string) => text.replaceAll('|', '\\|');
process.stdout.write(
  [
    `Measured ${new Date().toISOString().slice(0, 10)} on ${machine}.`,
    '',
    '| measurement | result | note |',
    '|---|---|---|',
    ...rows.map((row) => `| ${cell(row.name)} | ${cell(row.value)} | ${cell(row.note ?? '')} |`),
    '',
  ].join('\n'),
);
process.exit(0);
