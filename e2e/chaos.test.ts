/**
 * The short form of `npm run chaos`: the cluster of docs/operating/cluster.md comes up from its shipped files, loses its primary, its
 * engine and a gateway by kill -9, hands over to another primary, then loses that by a pulled cable, under load. The run itself throws where anything that was
 * acknowledged is lost or doubled, or anything that was shown is withdrawn. Last it does what the pages of docs/operating/cluster say.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { canIsolate } from './deploy/compose.ts';
import { root } from './deploy/image.ts';

const isRequired = process.env['FAIRLEAD_TEST_SERVICES'] === 'required';
const isThere = (program: string): boolean =>
  isRequired || ['/usr/sbin', '/usr/bin'].some((folder) => existsSync(path.join(folder, program)));
const hasPrograms = ['patroni', 'etcd', 'haproxy', 'redis-sentinel', 'ip'].every(isThere);
const FAULTS = ['killPrimary', 'killEngine', 'killGateway', 'switchover', 'primaryAlone'];
/** A machine that others use as well takes several times what a quiet one does. */
const TIMEOUT_MS = 1_200_000;

describe.skipIf(!canIsolate || !hasPrograms)('a cluster of seven machines', () => {
  test(
    'loses nothing with its primary, its engine, a gateway, a switchover, or its primary cut off',
    async () => {
      const args = ['e2e/chaos.ts', '--seed', '1', '--faults', FAULTS.join(',')];
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => (output += String(chunk)));
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect([code, output]).toEqual([
        0,
        expect.stringContaining('0 lost, 0 doubled, 0 withdrawn'),
      ]);
      expect(output).toMatch(/^[1-9]\d* blocks of docs\/operating\/cluster were run$/m);
      expect(output).toMatch(/^5 faults in \d+ s: [1-9]\d* acknowledged, [1-9]\d* reads/m);
    },
    TIMEOUT_MS,
  );
});
