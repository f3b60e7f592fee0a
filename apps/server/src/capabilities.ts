/**
 * The table of contents of the server: its capabilities, in an order that holds at each moment. Services: each after those
 * whose services it takes, which is a type error otherwise. Seeds: terms of money in and out, then those of products.
 * Beginnings: chains before options. What reads across products comes after them, operators last. A capability that is
 * not here does not exist; a route, an export of the contract or a kind of proposal that none of them has is a type error.
 */
import type { RouteName } from '@fairlead/contract';
import { accountShares } from './account-shares/capability.ts';
import { bots } from './bots/capability.ts';
import { chains } from './chains/capability.ts';
import { chat } from './chat/capability.ts';
import { cold } from './cold/capability.ts';
import type { Ground } from './composition/ground.ts';
import { content } from './content/capability.ts';
import type { ProposalEffects } from './core/acts/effects.ts';
import type { Capability } from './core/capability.ts';
import type { CommandRules } from './core/commands/rules.ts';
import type { TellChanges } from './core/http/events.ts';
import type { Handlers } from './core/http/handler.ts';
import type { Exports } from './core/operations/exports.ts';
import { ruledBy, type ServedBy } from './core/processes/calls/served-by.ts';
import { custody } from './custody/capability.ts';
import { demo } from './demo/capability.ts';
import { drawings } from './drawings/capability.ts';
import { futures } from './futures/capability.ts';
import { holds } from './holds/capability.ts';
import { hosting } from './hosting/capability.ts';
import { identity } from './identity/capability.ts';
import { ledger } from './ledger/capability.ts';
import { liabilities } from './liabilities/capability.ts';
import { losses } from './losses/capability.ts';
import { market } from './market/capability.ts';
import { notices } from './notices/capability.ts';
import { offerings } from './offerings/capability.ts';
import { operators } from './operators/capability.ts';
import { options } from './options/capability.ts';
import { oversight } from './oversight/capability.ts';
import { people } from './people/capability.ts';
import { portfolio } from './portfolio/capability.ts';
import { receipts } from './receipts/capability.ts';
import { referral } from './referral/capability.ts';
import { screening } from './screening/capability.ts';
import { spot } from './spot/capability.ts';
import { steps } from './steps/capability.ts';
import { subAccounts } from './sub-accounts/capability.ts';
import { surveillance } from './surveillance/capability.ts';
import { sweeps } from './sweeps/capability.ts';
import { terms } from './terms/capability.ts';
import { travelRule } from './travel-rule/capability.ts';
import { treasury } from './treasury/capability.ts';
import { verification } from './verification/capability.ts';

const LIST = [
  notices,
  verification,
  bots,
  identity,
  subAccounts,
  accountShares,
  market,
  holds,
  screening,
  travelRule,
  custody,
  chains,
  cold,
  sweeps,
  spot,
  futures,
  options,
  hosting,
  referral,
  offerings,
  ledger,
  treasury,
  steps,
  receipts,
  liabilities,
  losses,
  terms,
  content,
  chat,
  drawings,
  demo,
  portfolio,
  surveillance,
  people,
  operators,
  oversight,
] as const;

type Listed = (typeof LIST)[number];
type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Given<Part, Position extends 0 | 1 = 0> = Part extends (...given: infer Parameters) => unknown
  ? Parameters[Position]
  : never;
type PartOf<Each, Name> = Name extends keyof Each ? Each[Name] : never;
type Part<Name> = Listed extends infer Each
  ? Each extends unknown
    ? PartOf<Each, Name>
    : never
  : never;
type Made<Name> =
  Part<Name> extends infer Each
    ? Each extends (...given: never) => infer Result
      ? Result
      : never
    : never;

type Timely =
  | 'routes'
  | 'operatorRoutes'
  | 'ownExports'
  | 'tableExports'
  | 'told'
  | 'commands'
  | 'begin'
  | 'notices'
  | 'chores'
  | 'settle';

/** What all of them need, by name. */
export type Needs = Both<Given<Part<Timely>> | Given<Part<'gauges'>, 1>>;
/** What all of them need before there are markets. */
export type Early = Both<Given<Part<'effects' | 'seed' | 'flush'>>>;

export const CAPABILITIES: readonly Capability<Needs, Early>[] = (
  LIST as readonly Capability<Needs, Early>[]
).map(withOwnBooks);

type Own = Pick<Ground, 'products' | 'reports'>;

/**
 * Where there are several engines, a capability of one beside the home is given the books of that engine, and one that reads across
 * the lists of all, wherever it is given anything.
 */
function withOwnBooks(capability: Capability<Needs, Early>): Capability<Needs, Early> {
  const { engine, readsAcross } = capability;
  if (engine === undefined && readsAcross === undefined) return capability;
  const own = <Given>(given: Given): Given => {
    const { products, reports } = given as Own;
    if (products === undefined) return given;
    return { ...given, ...(engine === undefined ? { reads: reports } : products.of(engine)) };
  };
  const wrapped = Object.entries(capability).map(([name, part]) => {
    if (typeof part !== 'function') return [name, part];
    const call = part as (...given: unknown[]) => unknown;
    return [name, (...given: unknown[]) => call(...given.map(own))];
  });
  return Object.fromEntries(wrapped);
}

/** What services of a list come to, one after another; where one takes what none before it made, what that is. */
type Opened<List, Have> = List extends readonly [infer First, ...infer Rest]
  ? First extends { readonly services: (given: infer Given) => infer Made }
    ? Have extends Given
      ? Opened<Rest, Have & Awaited<Made>>
      : { readonly missing: Exclude<keyof Given, keyof Have>; readonly of: First }
    : Opened<Rest, Have>
  : Have;

/** The services of all of them, with what they stand on. */
export type Services = Opened<typeof LIST, Ground>;

/** Makes the services of all of them, each of what those before it made. */
export async function servicesOf(ground: Ground): Promise<Services> {
  let made: Services | Ground = ground;
  for (const { services } of CAPABILITIES)
    if (services !== undefined) made = { ...made, ...(await services(made as never)) };
  return made as Services;
}

/** All that can be taken along as CSV. */
export function exportsOf(needs: Needs): Exports {
  const own = CAPABILITIES.map(({ ownExports }) => ownExports?.(needs));
  const tables = CAPABILITIES.map(({ tableExports }) => tableExports?.(needs));
  return {
    own: Object.assign({}, ...own) as Both<Made<'ownExports'>>,
    tables: Object.assign({}, ...tables) as Both<Made<'tableExports'>>,
  };
}

/** All handlers of a process. */
export function handlersOf(needs: Needs): Handlers {
  const exports = exportsOf(needs);
  const made = CAPABILITIES.flatMap(({ routes, operatorRoutes }) => [
    routes?.(needs, exports),
    operatorRoutes?.(needs, exports),
  ]);
  const handlers = Object.assign({}, ...made) as Both<Made<'routes' | 'operatorRoutes'>>;
  return needs.accountLocks.around(needs.securityActs.around(handlers));
}

/** Tells users' sockets of a commit: of each capability in turn. */
export function toldOf(needs: Both<Given<Part<'told'>>>): TellChanges {
  const parts = CAPABILITIES.flatMap(({ told }) => told?.(needs as Needs) ?? []);
  return (rows, tell) => {
    for (const part of parts) part(rows, tell);
  };
}

/** What commands of users' calls need beside the writer. */
export function commandRulesOf(needs: Both<Given<Part<'commands'>>>): CommandRules {
  return Object.assign({}, ...CAPABILITIES.map(({ commands }) => commands?.(needs as Needs)));
}

/** What each kind of proposal does once it is passed. */
export function effectsOf(
  early: Given<Part<'effects'>> extends infer Each ? Both<Each> : never,
): ProposalEffects {
  const made = CAPABILITIES.map(({ effects }) => effects?.(early as Early));
  return Object.assign({}, ...made) as Both<Made<'effects'>>;
}

const EXCEPTIONS: Partial<Record<RouteName, ServedBy>> = Object.assign(
  {},
  ...CAPABILITIES.map(({ exceptions }) => exceptions),
);

/** Which process answers a call. */
export const servedBy = (name: RouteName): ServedBy => EXCEPTIONS[name] ?? ruledBy(name);
