/**
 * Every route of the contract, attacked by machine (cases.md X7, X8, X9, X16, X17, V1, V2, V3, V4, V11,
 * V12, H8, O3). Requests come from the contract's schemas: right ones, ones with one thing wrong, and stories of two users
 * and operators of every role. What must hold of each answer is in attack.ts; of the tables: a request that no schema
 * takes changes nothing, a refused one no money, a user's call nothing of another's.
 *
 * `npm run fuzz -- --runs 500 --seed 1 --only placeOrder` does more of it. Sessions' tokens and codes are drawn anew
 * each time; requests follow from the seed.
 */

import process from 'node:process';
import { type RouteName, routeEntries, routes } from '@fairlead/contract';
import { stateHash } from '@fairlead/engine';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/core/store/database.ts';
import { openAsApp } from '../../src/core/store/test/roles-database.ts';
import { drifts } from '../../src/offerings/test/fixture.ts';
import { hasPostgres } from '../support/postgres-server.ts';
import { mutated, type Wire } from './mutations.ts';
import { requestOf } from './schema-values.ts';
import { type Shot, Siege } from './siege.ts';
import { actorsFor } from './world.ts';

const setting = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const SEED = setting('FUZZ_SEED', 7);
const RUNS = setting('FUZZ_RUNS', 8);
const STORIES = Math.ceil(RUNS / 4);

let siege: Siege;
const open = async (): Promise<void> => {
  siege = await Siege.open();
};

/** What ends things comes last, so that the others find them. */
const ENDING =
  /^(delete|end|cancel|close|redeem|disable|logout|operatorLogout|freeze|lockAccount|changeOperator)/;
const inOrder = [
  ...routeEntries.filter(([name]) => !ENDING.test(name)),
  ...routeEntries.filter(([name]) => ENDING.test(name)),
];

const isOperators = (name: RouteName): boolean => routes[name].access.who === 'operator';

/** A right request of a route, or one with something wrong. */
function shotAt(
  name: RouteName,
  { world: { hints }, examples }: Siege,
  { onlyRight = false } = {},
): fc.Arbitrary<Shot> {
  const drawn = requestOf(routes[name].request, hints);
  const known = examples[name] ?? [];
  const fields =
    known.length === 0
      ? drawn
      : fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: drawn },
        );
  const right = fc.tuple(fields, fc.boolean()).map(([values, flag]): Wire => {
    const isFlat = Object.values(values).every((value) => typeof value !== 'object');
    return { fields: values, asForm: flag && isFlat, headers: {} };
  });
  const actor = fc.constantFrom(...actorsFor(routes[name]));
  const asIs = fc.record({ actor, name: fc.constant(name), wire: right });
  if (onlyRight) return asIs;
  const wrong = asIs.chain(({ wire, ...shot }) =>
    mutated(wire).map((each): Shot => ({ ...shot, wire: each })),
  );
  return fc.oneof({ weight: 1, arbitrary: asIs }, { weight: 3, arbitrary: wrong });
}

/** Says with a failure how to have it again. */
async function check<Value>(
  only: string,
  property: fc.IAsyncProperty<[Value]>,
  numRuns: number,
): Promise<void> {
  try {
    // What it does stays done, so a smaller story would be another story.
    await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
  } catch (error) {
    const again = `npm run fuzz -- --seed ${SEED} --runs ${RUNS} --only ${only}`;
    const { message, cause } = error as Error;
    throw new Error(`${message}\n\n${cause}\n\nAgain: ${again}`, { cause });
  }
}

describe.each([
  ['users and guests', (name: RouteName) => !isOperators(name)],
  ['operators', isOperators],
] as const)('one request of %s', (_who, isMeant) => {
  beforeAll(open);
  afterAll(() => siege.world.server.stop());

  test.each(inOrder.filter(([name]) => isMeant(name)))('%s', async (name) => {
    const shots = shotAt(name, siege);
    const property = fc.asyncProperty(shots, (shot) => siege.fire(shot));
    await check(name, property, RUNS);
    await siege.settle();
  });

  test('the books add up, and most routes were reached beyond their checks', async () => {
    expect(await drifts(siege.world.server)).toEqual([]);
    const meant = routeEntries.filter(([name]) => isMeant(name)).map(([name]) => name);
    if (process.env['FUZZ_SEED'] !== undefined)
      process.stdout.write(
        `never succeeded: ${meant.filter((name) => !siege.reached.has(name))}\n`,
      );
    expect(siege.reached.size / meant.length).toBeGreaterThan(0.6);
  });
});

describe('stories of two users and all operators', () => {
  // As the role that a careful deployment runs as: whatever a story needs, it has the right to (O6).
  beforeAll(async () => {
    siege = await Siege.open(hasPostgres ? await openAsApp() : undefined);
  });
  afterAll(() => siege.world.server.stop());

  test('nobody sees or changes what is not theirs, and the books add up', async () => {
    const { server } = siege.world;
    const names = routeEntries.map(([name]) => name);
    // Those that move something, more often.
    const acts = names.filter((name) => routes[name].method !== 'GET');
    const name = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...acts) },
      { weight: 1, arbitrary: fc.constantFrom(...names) },
    );
    const step = name.chain((each) => shotAt(each, siege, { onlyRight: true }));
    const story = fc.array(step, { minLength: 10, maxLength: 60, size: 'max' });
    const property = fc.asyncProperty(story, async (shots) => {
      for (const shot of shots) await siege.fire(shot);
      await siege.settle();
      expect(await drifts(server)).toEqual([]);
    });
    await check('stories', property, STORIES);
  });

  describe('what is planted is found', () => {
    const wire = { fields: {}, asForm: false, headers: {} };
    /** Runs with every statement going through `change` first. */
    async function withQueries(change: Database['query'], run: () => Promise<void>) {
      const database = siege.world.server.context.database as { query: Database['query'] };
      const { query } = database;
      database.query = change;
      await run().finally(() => {
        database.query = query;
      });
    }

    test("another's rows in an answer", async () => {
      const { server, users } = siege.world;
      const query = server.context.database.query.bind(server.context.database);
      const swapped: Database['query'] = (sql, values = []) =>
        query(
          sql,
          values.map((each) => (each === users.ann.userId ? users.ben.userId : each)),
        );
      await withQueries(swapped, async () => {
        const shot: Shot = { actor: 'ann', name: 'withdrawals', wire };
        await expect(siege.fire(shot)).rejects.toThrow("ann sees what is ben's");
      });
    });

    test('a fault', async () => {
      const broken: Database['query'] = () => Promise.reject(new Error('gone'));
      await withQueries(broken, async () => {
        const shot: Shot = { actor: 'ann', name: 'withdrawals', wire };
        await expect(siege.fire(shot)).rejects.toThrow('a 5xx');
      });
    });

    test('a refusal that moves money, and an invalid call that changes a table', async () => {
      const { server, users } = siege.world;
      const fields = { from_account: 'coin', to_account: 'coin', currency_id: 3, amount: '1' };
      const inject = (request: InjectOptions) => server.app.inject(request);
      const spy = vi.spyOn(server.app, 'inject');
      const paying = async (request: InjectOptions) => {
        await server.fund(users.ann.userId, 3, 1n);
        return inject(request);
      };
      spy.mockImplementationOnce(paying as never);
      const refused: Shot = { actor: 'ann', name: 'transfer', wire: { ...wire, fields } };
      await expect(siege.fire(refused)).rejects.toThrow('a refusal moved money');
      spy.mockRestore();
      await siege.fire({ actor: 'ann', name: 'transfer', wire });
      await server.context.database.query("UPDATE users SET nickname = 'planted'");
      await expect(siege.settle()).rejects.toThrow('changed users');
    });

    test('a secret in the log', async () => {
      siege.world.server.context.log.info({ note: siege.world.tokenOf('ben') }, 'planted');
      await expect(siege.settle()).rejects.toThrow('a secret is in the log');
    });
  });

  test('a new start finds the same ledger', async () => {
    const { server } = siege.world;
    const hash = () => server.sequencer.atRest(async (engine) => stateHash(engine.holdSnapshot()));
    const before = await hash();
    await server.restart();
    expect(await hash()).toBe(before);
  });
});
