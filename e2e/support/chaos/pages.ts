/**
 * What the pages of failures (docs/operating/cluster) have an operator type, run as it stands on the machine that a block's first line
 * names. Units of systemd are not there: whether each that is named is one of Debian's, or ours, is what is looked at.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Block, blocksOf } from '../../deploy/documents.ts';
import { root } from '../../deploy/image.ts';
import type { ChaosCluster } from './cluster.ts';

const FOLDER = 'docs/operating/cluster';
/** A replica is copied anew meanwhile. */
const WHOLE_MS = 300_000;

const WITHOUT_SYSTEMD = `
systemctl() {
  for unit in "\${@:2}"; do
    [ "$unit" = fairlead ] || [ -e "/lib/systemd/system/$unit.service" ] || { echo "no unit $unit" >&2; return 1; }
  done
}
journalctl() { systemctl show "$2"; }
`;

/** Who is where a block says, while the cluster is whole. */
export const PLACES: Readonly<Record<string, (cluster: ChaosCluster) => Promise<string>>> = {
  '# On a database machine': (cluster) => memberOf(cluster, 'sync_standby'),
  "# On the primary's machine": (cluster) => cluster.primary(),
  "# On an engine's machine": (cluster) => cluster.leadingEngine(),
  "# On a gateway's machine": async () => 'gateway1',
};

/** A reader fills in their own: who is gone here, and who is to lead. */
const FILLED: readonly (readonly [line: RegExp, name: string, role: string])[] = [
  [/^GONE=.*$/m, 'GONE', 'replica'],
  [/^NEXT=.*$/m, 'NEXT', 'sync_standby'],
];

export const failurePages = (): string[] =>
  readdirSync(path.join(root, FOLDER))
    .toSorted()
    .map((page) => `${FOLDER}/${page}`);

export const placeOf = ({ text }: Block): string => text.split('\n')[0] ?? '';

/** Runs all of them, each on a whole cluster; gives how many. Throws where one ends otherwise than well. */
export async function walkPages(cluster: ChaosCluster): Promise<number> {
  const blocks = failurePages().flatMap(blocksOf);
  for (const block of blocks) {
    const where = PLACES[placeOf(block)];
    if (where === undefined) throw new Error(`${block.page}: no machine is "${placeOf(block)}"`);
    await cluster.whole(WHOLE_MS);
    const machine = cluster.machine(await where(cluster));
    cluster.note(`${block.page}: ${block.heading}, on ${machine.name}`);
    const text = WITHOUT_SYSTEMD + (await filled(cluster, block.text));
    await machine.run(['bash', '--norc', '-euo', 'pipefail', '-c', text]);
  }
  await cluster.whole(WHOLE_MS);
  return blocks.length;
}

async function filled(cluster: ChaosCluster, text: string): Promise<string> {
  let given = text;
  for (const [line, name, role] of FILLED)
    if (line.test(given)) given = given.replace(line, `${name}=${await memberOf(cluster, role)}`);
  return given;
}

async function memberOf(cluster: ChaosCluster, role: string): Promise<string> {
  const found = (await cluster.members()).find((member) => member.role === role);
  if (found === undefined) throw new Error(`no ${role}`);
  return found.name;
}
