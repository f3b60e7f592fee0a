/**
 * How long a standby takes to take over from an engine that was killed or paused: from the signal to the first answer of a call
 * that begins after it, through two gateways, under a light load of clients that ask until they are answered.
 */
import { data, register } from '../apps/server/test/support/deployment-fixture.ts';
import { Load } from '../apps/server/test/support/load.ts';
import type { Measurement } from './run.ts';
import { type Deployed, wholePrice, withDeployment } from './support/deployed.ts';

const TAKEOVERS = 10;
const CLIENTS = 4;
const STANDBY = 'waits as a standby';

export const run = (): Promise<Measurement[]> => withDeployment('takeovers', measure);

async function measure({ start, stop }: Deployed): Promise<Measurement[]> {
  let leader = await start('engine');
  await leader.said('is ready');
  const gateways = [await start('gateway'), await start('gateway')];
  await Promise.all(gateways.map((each) => each.said('is ready')));
  const load = new Load(gateways);
  const [gateway] = gateways;
  if (gateway === undefined) return [];
  const { token } = await register(gateway);
  await data(gateway, 'faucet', { currency_id: 3, amount: '1000' }, { token });
  const price = await wholePrice(gateway, 'BTC/USDT', 0.95);
  for (let at = 0; at < CLIENTS; at += 1) load.start(token, at, price);
  const times: Record<'SIGKILL' | 'SIGSTOP', number[]> = { SIGKILL: [], SIGSTOP: [] };
  for (let round = 0; round < 2 * TAKEOVERS; round += 1) {
    const standby = await start('engine');
    await standby.said(STANDBY);
    await load.answeredAnew(token);
    const how = round % 2 === 0 ? 'SIGKILL' : 'SIGSTOP';
    const startedMs = performance.now();
    leader.child.kill(how);
    await load.answeredAnew(token);
    times[how].push(performance.now() - startedMs);
    leader.child.kill('SIGKILL');
    await standby.said('is ready');
    leader = standby;
  }
  await load.end();
  const failed = load.told.filter(({ text }) => !text.startsWith('{"type":"ok"'));
  await stop([...gateways, leader]);
  const note = `${load.told.length} calls in all, ${failed.length} refused`;
  return [
    { name: `takeover after a kill -9, ${TAKEOVERS} times`, value: spread(times.SIGKILL), note },
    { name: `takeover after a pause, ${TAKEOVERS} times`, value: spread(times.SIGSTOP), note },
  ];
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return `least ${at(0)} ms, middle ${at(0.5)} ms, most ${at(1)} ms`;
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, note } of await run())
    process.stdout.write(`${name}: ${value} (${note})\n`);
  process.exit(0);
}
