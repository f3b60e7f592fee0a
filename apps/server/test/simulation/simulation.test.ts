/**
 * The server's core from seeds: databases, processes, clocks, networks and venues fail, and nothing acknowledged is lost,
 * nothing is done twice, nothing does not add up. Cases G5, G6, I5, I7, I8; docs/internals/simulation.md says what is
 * checked. More seeds: `npm run simulate -- --seeds 2000`.
 */
import { describe, expect, it } from 'vitest';
import { CRASH_POINTS } from './engines/crash-points.ts';
import { Figures } from './figures.ts';
import { simulate } from './simulation.ts';

/** One engine that is everything, and an engine for each product, of which a seed takes several times as long. */
const SEEDS = { one: 30, several: 6 } as const;
const OF_BULK = [201, 202, 203];
/** Recurring buys and families, by how many engines there are. */
const OF_PEOPLE = { one: [301, 302, 303, 304], several: [301] } as const;
/** What must have become of them, or nothing was tried. */
const PEOPLE_WANTED = [
  ...['begin', 'begin again', 'paused', 'active', 'ended', 'lock'].map((each) => `plan ${each}`),
  ...['bought', 'missed away', 'stopped by total', 'stopped by locked'].map(
    (each) => `plan ${each}`,
  ),
  'fault crash at a recurring buy',
  'command move_in_family',
];
/** Those that found something once, here or in the simulator itself: the clock's small steps, what comes with lists of orders. */
const FOUND = [90, 97, 101, 113, 166, 297, 421, 428, 578, 731, 878, 899, 1_509];
/** The same of several engines. */
const FOUND_OF_SEVERAL: readonly number[] = [];
const COMMANDS = 300;
/** Some ten seconds of work; on a machine that is busy with other tests it may take a while. */
const TIMEOUT_MS = 240_000;

/** Faults that so many seeds must have come across; a simulator that injects none finds nothing either. */
const WANTED = [
  ...CRASH_POINTS.map((point) => `crash when ${point}`),
  ...['lost aborted', 'lost committed', 'lost late'].map((kind) => `commit ${kind}`),
  ...['lost running aborted', 'lost running committed'].map((kind) => `commit ${kind}`),
  ...['+1 h', '-1 h', '+1 h and a restart', 'frozen'].map((kind) => `clock ${kind}`),
  ...['database gone', 'downtime', 'connection cut', 'second leader', 'all venues dead'],
  ...['request dropped', 'request duplicated', 'request late', 'answer dropped'],
  'same key, other body',
  'commits lost',
  'epoch lost',
  'engine cut off from the others',
  'answer between engines lost',
  'message between engines repeated late',
  'transfer forged',
];

describe('simulation', () => {
  it(
    `${SEEDS.one} seeds of ${COMMANDS} commands of one engine, ${SEEDS.several} of several: all that must hold holds`,
    async () => {
      const figures = new Figures();
      const seedsOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
      for (const [engines, seeds] of [
        ['one', [...seedsOf(SEEDS.one), ...FOUND]],
        ['several', [...seedsOf(SEEDS.several), ...FOUND_OF_SEVERAL]],
      ] as const)
        for (const seed of seeds) {
          const outcome = await simulate({ seed, commands: COMMANDS, engines });
          const again = `npm run simulate -- --seeds 1 --seed ${seed} --engines ${engines}`;
          expect(outcome.violation, again).toBeUndefined();
          figures.addAll(outcome.figures);
        }
      for (const seed of OF_BULK) {
        const given = { seed, commands: COMMANDS, engines: 'one', hasBulk: true } as const;
        const { violation, figures: counts } = await simulate(given);
        expect(violation, `orders in bulk, seed ${seed}`).toBeUndefined();
        figures.addAll(counts);
      }
      expect(figures.counts.get('command in bulk')).toBeGreaterThan(0);
      for (const engines of ['one', 'several'] as const)
        for (const seed of OF_PEOPLE[engines]) {
          const given = { seed, commands: COMMANDS, engines, hasPeople: true };
          const { violation, figures: counts } = await simulate(given);
          expect(violation, `people, seed ${seed} of ${engines}`).toBeUndefined();
          figures.addAll(counts);
        }
      expect(PEOPLE_WANTED.filter((name) => !figures.counts.has(name))).toEqual([]);
      const faults = new Map(figures.of('fault '));
      expect(WANTED.filter((name) => !faults.has(name))).toEqual([]);
      expect(figures.counts.get('process fenced')).toBeGreaterThan(0);
      // Q11: a process that found its database behind, and another that declared it.
      expect(figures.counts.get('process lost')).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it('a seed gives the same run each time', async () => {
    for (const [seed, engines] of [
      [3, 'one'],
      [5, 'one'],
      [2, 'several'],
    ] as const) {
      const given = { seed, commands: 120, engines };
      const [first, second] = [await simulate(given), await simulate(given)];
      expect(second).toEqual(first);
    }
    const people = { seed: 4, commands: 120, hasPeople: true } as const;
    expect(await simulate(people)).toEqual(await simulate(people));
    const [one, other] = [
      await simulate({ seed: 1, commands: 30 }),
      await simulate({ seed: 2, commands: 30 }),
    ];
    expect(one.digest).not.toBe(other.digest);
  });
});
