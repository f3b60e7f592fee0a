/**
 * Nobody can alone: one operator of the highest role walks every call and every field, and a user with an open order,
 * position, option, locked fund and subscription has and gets what they had (see operator-walk.ts).
 */
import { type RouteName, routes } from '@fairlead/contract';
import { rulesOf, TERM_RULES, type TermRule, type TermsProduct } from '@fairlead/formula';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../fuzz/world.ts';
import { hostileValues, leavesOfRoute, Walk, walkedRoutes } from './operator-walk.ts';

let world: World;
let walk: Walk;
beforeAll(async () => {
  world = await createWorld({
    logTo: () => {},
    environment: { RATE_LIMIT_FACTOR: '1000000' },
  });
  await world.server.context.custodyTerms.seed({ isDemo: true });
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
/** Every rule of a product that needs more than one person, in lists too. */
function rulesWorthTwo(product: TermsProduct): readonly (readonly [string, TermRule])[] {
  const flat = (fields: Readonly<Record<string, TermRule>>): (readonly [string, TermRule])[] =>
    Object.entries(fields).flatMap(([name, rule]) =>
      rule.kind === 'rows' ? flat(rule.fields) : [[name, rule] as const],
    );
  return flat(rulesOf(product).fields).filter(
    ([, rule]) => rule.kind === 'number' && [rule.up, rule.down].includes('notice'),
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
