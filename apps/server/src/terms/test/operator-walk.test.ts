/**
 * Nobody can alone: one operator of the highest role walks every call and every field, and a user with an open order,
 * position, option, locked fund and subscription has and gets what they had (see operator-walk.ts).
 */
import { type RouteName, routes } from '@fairlead/contract';
import { rulesOf, TERM_RULES, type TermRule, type TermsProduct } from '@fairlead/formula';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../../../test/fuzz/world.ts';
import { saveIntroductions } from '../../offerings/queries.ts';
import { confirmOperator } from '../../operators/access/enrolment-queries.ts';
import { hostileValues, leavesOfRoute, Walk, walkedRoutes } from './operator-walk.ts';

let world: World;
let walk: Walk;
beforeAll(async () => {
  world = await createWorld({
    logTo: () => {},
    environment: { RATE_LIMIT_FACTOR: '1000000' },
  });
  await world.server.context.custodyTerms.seed({ isDemo: true });
  await saveIntroductions(world.server.context.database, 1, { en: 'What is sold' });
  walk = await Walk.begin(world);
  await walk.keepTerms();
});
afterAll(() => world.server.stop());

describe('Q1: one operator of the highest role', () => {
  test('there is something to walk: every call has a request, every field a hostile value', () => {
    expect(walkedRoutes.length).toBeGreaterThan(50);
    const unknown = walkedRoutes.flatMap(([name, spec]) => {
      const isKnown = walk.examplesFor(name).some((base) => spec.request.safeParse(base).success);
      const silent = leavesOfRoute(spec).filter((leaf) => hostileValues(leaf, '1').length === 0);
      return [
        ...(isKnown ? [] : [`${name}: no request`]),
        ...silent.map(({ path }) => `${name} ${path.join('.')}: no value`),
      ];
    });
    expect(unknown).toEqual([]);
  });

  test.each(walkedRoutes.map(([name]) => name))(
    '%s makes nothing worse for a user',
    async (name) => {
      expect(await walk.call(name)).toEqual([]);
    },
  );
});

/** Which call saves each product's terms, and what its fields stand under. */
const SAVES: Readonly<Partial<Record<TermsProduct, RouteName>>> = {
  market: 'operatorSaveMarket',
  futures: 'operatorSaveFutures',
  options: 'operatorSaveOptions',
  option_currency: 'operatorSaveOptionCurrency',
  hosting: 'operatorSaveHosting',
  offering: 'operatorSaveOffering',
  referral: 'operatorSaveReferral',
  chain: 'saveChainTerms',
  settings: 'saveCustodySettings',
};

type Loose = Record<string, unknown>;
/** Of what was sold from, the engine keeps these whoever agrees. */
const KEPT_BY_ENGINE: ReadonlySet<string> = new Set(['issue_price', 'launches_at']);

/** Every rule of a product that needs more than one person, in lists too. */
function rulesWorthTwo(product: TermsProduct): readonly (readonly [string, TermRule])[] {
  const flat = (fields: Readonly<Record<string, TermRule>>): (readonly [string, TermRule])[] =>
    Object.entries(fields).flatMap(([name, rule]) =>
      rule.kind === 'rows' ? flat(rule.fields) : [[name, rule] as const],
    );
  return flat(rulesOf(product).fields).filter(
    ([name, rule]) =>
      rule.kind === 'number' &&
      [rule.up, rule.down].includes('notice') &&
      !(product === 'offering' && KEPT_BY_ENGINE.has(name)),
  );
}

/** As a mistake would have it: while `run` runs, the rule lets one person do everything. */
async function planted<Answer>(rule: TermRule, run: () => Promise<Answer>): Promise<Answer> {
  const loose = rule as unknown as Loose;
  const kept = { ...loose };
  Object.assign(loose, { up: 'one', down: 'one' });
  try {
    return await run();
  } finally {
    Object.assign(loose, kept);
  }
}

const plantable = Object.entries(SAVES).flatMap(([product, route]) =>
  rulesWorthTwo(product as TermsProduct).map(
    ([field, rule]) => [`${product} ${field}`, route, field, rule] as const,
  ),
);

describe('Q1: a planted mistake is found', () => {
  test('every call that saves terms is among them', () => {
    expect(plantable.length).toBeGreaterThan(35);
    for (const route of Object.values(SAVES)) expect(routes).toHaveProperty(route);
    expect(Object.keys(TERM_RULES)).toEqual(expect.arrayContaining(Object.keys(SAVES)));
  });

  test.each(plantable)('%s classified as one person’s', async (_label, route, field, rule) => {
    const found = await planted(rule, () => walk.call(route, `.${field}`));
    const flat = found.length > 0 ? found : await planted(rule, () => walk.call(route, field));
    expect(flat.length).toBeGreaterThan(0);
  });
});

test('Q1: whoever made the link says that it was the right person: found', async () => {
  const { operatorEnrolment, database } = world.server.context;
  const loose = vi
    .spyOn(operatorEnrolment, 'confirm')
    .mockImplementation(async ({ operatorId }, newcomer) => {
      await confirmOperator(database, newcomer, { by: operatorId, atMs: 1 });
    });
  try {
    const found = await walk.call('confirmOperator');
    expect(found).toContainEqual(expect.stringMatching(/as it stands: .* count as one of two/));
  } finally {
    loose.mockRestore();
  }
});

describe('Q1: a bound that is patched away is found', () => {
  /** The bounds, and others, written down apart from the table: what no number of people may save. */
  const BEYOND: readonly (readonly [TermsProduct, string, string])[] = [
    ['market', 'taker_fee', '0.010001'],
    ['market', 'maker_fee', '0.010001'],
    ['market', 'market_band', '0.200001'],
    ['market', 'limit_band', '0.200001'],
    ['market', 'tick_size', '0.06'],
    ['futures', 'open_fee', '0.010001'],
    ['futures', 'close_fee', '0.010001'],
    ['futures', 'half_spread', '0.010001'],
    ['option_currency', 'fee_rate', '0.050001'],
    ['hosting', 'damages_rate', '0.100001'],
    ['hosting', 'daily_yield', '0.020001'],
    ['chain', 'withdraw_fee', '1000000'],
  ];
  const accepted = async (product: TermsProduct, field: string, value: string) => {
    const route = SAVES[product];
    if (route === undefined) throw new Error(`${product} is saved by no call`);
    return walk.isTaken(route, field, value);
  };

  test.each(BEYOND)(
    '%s %s = %s: refused, and taken once its bound is gone',
    async (product, field, value) => {
      expect(await accepted(product, field, value)).toBe(false);
      const loose = rulesOf(product).fields[field] as unknown as Loose;
      const kept = { ...loose };
      for (const bound of ['max', 'shareOfIndexMax', 'shareOf', 'worthAtIndexMax'])
        Reflect.deleteProperty(loose, bound);
      try {
        // What the ledger or another rule holds stays refused; most of all that the bound was what refused it.
        if (product !== 'chain' && field !== 'half_spread')
          expect(await accepted(product, field, value)).toBe(true);
      } finally {
        Object.assign(loose, kept);
      }
      expect(await accepted(product, field, value)).toBe(false);
    },
  );
});
