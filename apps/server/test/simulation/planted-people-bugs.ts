/** Mistakes with what people have set up: recurring buys, and the accounts of one person. */
import type { PlantedBug } from './planted-bug.ts';

const RECURRING = 'apps/server/src/spot/recurring';
const MATCHING = 'packages/engine/src/matching/match.ts';
const people = { hasPeople: true } as const;

export const PEOPLE_BUGS: readonly PlantedBug[] = [
  {
    ...people,
    name: 'a recurring buy buys again after a restart',
    file: `${RECURRING}/carry-out.ts`,
    find: '    route: ROUTE,',
    replace:
      "    key: ROUTE + ':' + ((globalThis as any).rounds = ((globalThis as any).rounds ?? 0) + 1), route: ROUTE,",
    and: [
      {
        file: `${RECURRING}/carry-out.ts`,
        find: 'const past = plan.askedMs === undefined ? undefined : await conversionOf(parts.database, plan);',
        replace: 'const past = undefined as any;',
      },
      {
        file: `${RECURRING}/agreed.ts`,
        find: 'return !purchased.isDone && purchased.spent <= spent;',
        replace: 'return purchased.spent >= 0n || spent >= 0n;',
      },
    ],
  },
  {
    ...people,
    name: 'a recurring buy goes above its limit',
    file: `${RECURRING}/carry-out.ts`,
    find: 'total !== undefined && spent + amount > total;',
    replace: 'total !== undefined && amount >= 0n && spent > total;',
  },
  {
    ...people,
    name: 'a recurring buy is not written down before it is asked for',
    file: `${RECURRING}/carry-out.ts`,
    find: 'if (!(await askDue(parts.database, plan))) return undefined;',
    replace: 'if (plan.dueMs < 0) await askDue(parts.database, plan);',
  },
  {
    ...people,
    name: 'what a recurring buy bought before a crash is booked as a failure',
    file: `${RECURRING}/carry-out.ts`,
    find: 'if (placed !== undefined) return doneBy(placed, market, plan);',
    replace: "if (placed !== undefined) return not('failed', 'would_not_fill');",
  },
  {
    ...people,
    name: 'money of a family goes to another',
    file: 'packages/engine/src/ledger/move-in-family.ts',
    find: ' || !isOneFamily(owner, targetOwner))',
    replace: ' || (isOneFamily(owner, owner) && amount < 0n))',
  },
  {
    ...people,
    name: 'two accounts of a family trade with each other',
    file: MATCHING,
    find: 'if (links[maker * LINKS + ORDER_FAMILY] === family) {',
    replace: 'if (book.pool.owner(maker) === taker.owner && family >= 0) {',
    firstSeed: 13,
  },
];
