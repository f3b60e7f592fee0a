/** The processes of the deployment: Redis, who else is there, and whether one answers here. */
import { deploymentOf } from '../core/operations/deployment.ts';
import { openSecrets } from '../core/operations/secrets.ts';
import { connectProcesses } from '../core/processes/connect.ts';
import { command } from '../core/processes/redis.ts';
import { Sightings } from '../core/processes/sightings.ts';
import type { Database } from '../core/store/database.ts';
import { otherProcesses } from '../core/store/leader-queries.ts';
import { readSetting } from '../core/store/settings-queries.ts';
import { bad, type Finding, good, left, note, type OpenSubject, wordsOf } from './finding.ts';

const PAGE = 'docs/operating/processes.md';
const ANSWER_MS = 3_000;

export async function lookAtServer({ config }: OpenSubject): Promise<Finding[]> {
  const { port } = config;
  if (port === 0) return [left('server', 'PORT is 0: nobody knows where it listens')];
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(`${origin}/health/ready`, { signal });
    const body = (await response.json()) as { readonly status?: string };
    if (response.ok) return [good('server', `runs at ${origin}, ready`)];
    const waits = 'its log says what it waits for (docs/operating/runbooks.md#fairleadnotrunning)';
    return [note('server', `runs at ${origin}, ${body.status ?? response.status}`, waits)];
  } catch {
    return [left('server', `none answers at ${origin}`)];
  }
}

export async function lookAtRedis(subject: OpenSubject): Promise<Finding[]> {
  const { config, database } = subject;
  if (config.redisUrl === undefined) return [left('Redis', 'one process needs none')];
  if (database === undefined) return [left('Redis', 'its names follow from the database')];
  // Of an exchange that is not there yet nobody says anything in Redis, and looking makes none.
  const isThere = (await readSetting(database, 'mode').catch(() => undefined)) !== undefined;
  if (!isThere) return [left('Redis', 'there is no exchange in the database yet')];
  const secrets = await openSecrets(database, config, Date.now());
  try {
    const connected = await connectProcesses(config.redisUrl, secrets, {
      error: () => undefined,
      warn: () => undefined,
    });
    try {
      return [await lookAtPolicy(connected), ...(await lookAtPeers(database, connected))];
    } finally {
      connected.close();
    }
  } catch (error) {
    return [bad('Redis', wordsOf(error), 'start Redis, or put REDIS_URL right')];
  }
}

type Connected = Awaited<ReturnType<typeof connectProcesses>>;

async function lookAtPolicy({ redis }: Connected): Promise<Finding> {
  const info = (await command<Buffer>(redis, ['INFO'])).toString();
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of some version';
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
  const said = `Redis ${version} answers, ${policy}`;
  if (policy === 'noeviction') return good('Redis', said);
  return note('Redis', said, `set maxmemory-policy noeviction (${PAGE})`);
}

/** Each is known by the name of its sessions in the database, which it says in Redis as well. */
async function lookAtPeers(database: Database, connected: Connected): Promise<Finding[]> {
  const deployment = await deploymentOf(database, Date.now());
  const process = database.applicationName ?? '';
  const { processes } = await new Sightings({ ...connected, deployment, process }).read();
  const there = (await otherProcesses(database, { isAny: true })).filter(
    (name) => !name.startsWith('fairlead tool '),
  );
  const counted = Map.groupBy(there, (name) => name.split(' ')[1] ?? '');
  const list = [...counted].map(([role, names]) => `${names.length} ${role}`).join(', ');
  const found: Finding[] = [good('peers', list === '' ? 'nobody else is there' : list)];
  if (there.length > 0 && !counted.has('engine'))
    found.push(bad('peers', 'no engine is among them', `start one with ROLE=engine (${PAGE})`));
  // A standby that waits need not have spoken yet.
  const speaking = await otherProcesses(database);
  const unheard = speaking.filter((name) => !processes.includes(name));
  if (unheard.length > 0)
    found.push(
      bad(
        'peers',
        `${unheard.length} of them in the database and not in this Redis`,
        'all must have one REDIS_URL and one SECRET_KEY; one that is starting appears in seconds',
      ),
    );
  return found;
}
