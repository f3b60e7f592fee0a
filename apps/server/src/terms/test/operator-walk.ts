/**
 * Walks every call of an operator and every field of it, as one person of the highest role, on a server where a user has
 * one of everything open. Goal: nothing of the user's, and nothing of their next act at the terms shown, becomes worse
 * by one person. Method: requests that are right as they stand, each field in turn set to hostile values; after each
 * the user's state is compared. What is worse is written down here by hand, not taken from the table that it checks.
 * Out of scope: what two do together, and an operator's judgement of what a user asks for (its money is compared still).
 */
import { randomUUID } from 'node:crypto';
import { type RouteName, type RouteSpec, routeEntries, routes } from '@fairlead/contract';
import type { FuturesTerms, HostingProduct, MarketState, Offering } from '@fairlead/engine';
import { type Examples, examplesOf } from '../../../test/fuzz/examples.ts';
import type { World } from '../../../test/fuzz/world.ts';
import { type Reply, readReply } from '../../../test/support/fixture.ts';
import { schemaOf } from '../../core/http/docs/openapi-document.ts';
import { readHostingProducts } from '../../hosting/queries.ts';
import { readOfferings } from '../../offerings/queries.ts';
import {
  addOperator,
  loginAs,
  OPERATOR_PASSWORD,
  operator,
  type TestOperator,
  useLink,
} from '../../operators/test/fixture.ts';
import { readReferralTerms } from '../../referral/queries.ts';
import { standingOf } from '../../referral/service.ts';

const reason = 'walked by one person';
type Body = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

/** Calls that decide what a user asked for: they move the money of that one request, and are judged by other tests. */
const JUDGEMENTS: ReadonlySet<RouteName> = new Set<RouteName>([
  'decideDeposit',
  'decideWithdrawal',
  'withdrawalSent',
  'decideSubscription',
]);

export const walkedRoutes: readonly (readonly [RouteName, RouteSpec])[] = routeEntries.filter(
  ([, { access, method }]) => access.who === 'operator' && method === 'POST',
);

/** Requests beside those of the fuzzer. */
function moreExamples({ users, server }: World): Examples {
  const userId = users.ann.userId;
  const currencies = server.context.terms.currencies();
  return {
    operatorLogout: [{}],
    operatorIntent: [{}],
    removeOperatorPasskey: [{ id: 1, password: OPERATOR_PASSWORD, credential: '{}' }],
    operatorSaveCurrency: currencies.map((each) => ({
      currency_id: each.currencyId,
      name: each.name,
      full_name: each.fullName,
      scale: each.scale,
      is_enabled: each.isEnabled,
    })),
    operatorHalt: ['halted', 'open', 'closed'].map((state) => ({
      symbol: 'BTC/USDT',
      state,
      reason,
    })),
    stopTrading: [{ reason }],
    resumeTrading: [{ reason }],
    recountBooks: [{}],
    verifyAudit: [{}],
    openRecord: [{ queue: 'withdrawals', id: 1 }],
    rescanChain: [{ chain: 'ERC20', from_height: 1, reason }],
    exportRows: [{ what: 'users' }],
    changeOperator: [{ id: 2, role: 'auditor', is_active: true, reason }],
    resetOperator: [{ id: 2, reason }],
    bindOperator: [{ id: 2, subject: 'walked', reason }],
    unbindOperator: [{ id: 2, subject: 'walked', reason }],
    savePartner: [
      { user_id: userId, ratio: '0.4', reason },
      { user_id: userId, reason },
    ],
    saveBankAccount: [
      {
        currency_id: 3,
        account_name: 'Somebody',
        account_number: '123456789',
        bank_name: 'A bank',
        bank_address: 'A street',
        swift_code: 'ABCDEFGH',
      },
    ],
    nameChat: [{ name: 'Harbour' }],
    // Another is let in for each walk of it.
    confirmOperator: [{ id: 1 }],
    openFile: [{ file_id: 1 }],
    takeLiabilities: [{ reason }],
    markFinding: [{ id: 1, act: 'look', reason }],
    proposeReserve: [
      {
        chain: 'ERC20',
        currency_id: 3,
        address: `0x${'a'.repeat(40)}`,
        message: 'a message of today',
        signature: `0x${'1'.repeat(130)}`,
        reason,
      },
    ],
    proposeReserveEnd: [{ id: 1, reason }],
    proposeColdSpend: [
      { address: `tb1q${'q'.repeat(38)}`, amount: '1', reason },
      { address: `0x${'a'.repeat(40)}`, currency: 'ETH', amount: '1', reason },
    ],
    signColdSpend: [
      { id: 1, psbt: 'cHNidP8=' },
      { id: 1, signatures: `0x${'1'.repeat(130)}` },
    ],
    proposeTreasuryLimits: [
      { chain: 'OMNI', currency_id: 1, minimum: '1', target: '2', maximum: '3', reason },
    ],
    cancelColdSpend: [{ id: 1, reason }],
  };
}

/** Leaves of a request: the way to each field, lists by their first record. */
function leavesOf(schema: unknown, path: readonly string[] = []): Leaf[] {
  const { properties, items, anyOf, type, enum: words } = (schema ?? {}) as Schema;
  if (Array.isArray(anyOf)) {
    const inner = (anyOf as Schema[]).flatMap((each) => leavesOf(each, path));
    return inner.length > 0 ? [{ path, schema: { anyOf } as Schema }] : [];
  }
  if (properties !== undefined)
    return Object.entries(properties as Schema).flatMap(([name, each]) =>
      leavesOf(each, [...path, name]),
    );
  if (type === 'array') return [...leavesOf(items, [...path, '0'])];
  return [{ path, schema: { type, enum: words } as Schema }];
}
export interface Leaf {
  readonly path: readonly string[];
  readonly schema: Schema;
}

export const leavesOfRoute = (spec: RouteSpec): readonly Leaf[] =>
  leavesOf(schemaOf(spec.request, 'input'));

/** Around the bounds of the issue and of the ledger, and far from them. */
const DECIMALS = ['0', '0.000001', '0.01', '0.010001', '0.05', '0.2', '0.5', '1', '25', '1000000'];
const NUMBERS = [0, 1, 2, 100, 9_999, 1_000_000_000_000];
/** Counts this great are times in ms: they hurt by a minute and an hour, since others of the same terms bound them. */
const TIME_LEAST = 1_000_000_000_000;
const TIME_STEPS_MS = [60_000, 3_600_000];

/** Hostile values for a field; none for a kind of field that the walk does not know. */
export function hostileValues({ schema }: Leaf, present: unknown): readonly unknown[] {
  const { type, enum: words, anyOf } = schema;
  if (Array.isArray(words)) return words;
  const kinds = Array.isArray(anyOf)
    ? (anyOf as Schema[]).flatMap(({ type: each, const: only, enum: some }) =>
        only !== undefined ? [typeof only] : Array.isArray(some) ? ['string'] : [each],
      )
    : [type].flat();
  if (kinds.includes('boolean')) return [true, false];
  if (kinds.includes('integer') || kinds.includes('number'))
    return [...NUMBERS, ...near(Number(present)).map(Math.round)];
  if (kinds.includes('string')) {
    const figure = typeof present === 'string' && /^\d+(\.\d+)?$/.test(present);
    return figure ? [...DECIMALS, ...near(Number(present)).map(plainText)] : ['', 'x', 'Walked'];
  }
  // Texts by language, and lists of plain values.
  if (kinds.includes('object') || kinds.includes('array')) return [{}, []];
  return [];
}

function near(value: number): readonly number[] {
  if (!Number.isFinite(value) || value === 0) return [];
  const shares = [value / 10, value * 0.99, value * 1.01, value * 10];
  const moments = TIME_STEPS_MS.flatMap((step) => [value - step, value + step]);
  return value > TIME_LEAST ? [...shares, ...moments] : shares;
}
const plainText = (value: number): string => value.toFixed(8).replace(/\.?0+$/, '');

const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Body | undefined)?.[name], body);

function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(body))
    return body.map((each, at) => (String(at) === name ? withValue(each, rest, value) : each));
  return { ...(body as Body), [name]: withValue((body as Body | undefined)?.[name], rest, value) };
}

/** A figure of what a user gets next, and which way of it is worse. */
type Way = 'up' | 'down' | 'any';
type Figures = ReadonlyMap<string, readonly [way: Way, value: bigint | number | string]>;

export interface UserState {
  /** Rows of what is the user's, by table; and without what a judgement moves. */
  readonly own: string;
  readonly held: string;
  readonly figures: Figures;
}

/** What two states say is worse for the user; what is not offered any more was stopped. */
export function worsened(before: UserState, after: UserState, isJudgement = false): string[] {
  const found: string[] = [];
  if (isJudgement ? before.held !== after.held : before.own !== after.own)
    found.push('what is the user’s changed');
  for (const [name, [way, was]] of before.figures) {
    const now = after.figures.get(name)?.[1];
    if (now === undefined || now === was) continue;
    if (way === 'any' || (way === 'up' ? now > was : now < was))
      found.push(`${name}: ${was} → ${now}`);
  }
  return found;
}

/** An order's row has its fills. */
const HELD = ['orders', 'positions', 'option_orders', 'hosting_orders'] as const;
const OWN = ['balances', 'subscriptions', 'withdrawals', 'deposits'] as const;

export class Walk {
  readonly #world: World;
  readonly #examples: Examples;
  /** One person throughout: another owner would be the second of two. */
  readonly #walker: TestOperator;
  #token: string;
  #baseline: UserState;

  private constructor(
    world: World,
    {
      examples,
      walker,
      baseline,
    }: {
      readonly examples: Examples;
      readonly walker: TestOperator;
      readonly baseline: UserState;
    },
  ) {
    this.#world = world;
    this.#examples = examples;
    this.#walker = walker;
    this.#token = walker.token;
    this.#baseline = baseline;
  }

  static async begin(world: World): Promise<Walk> {
    const known = await examplesOf(world);
    // One market is enough: the others go the same way, and ETH's tick is beyond the bound as it stands.
    const operatorSaveMarket = (known.operatorSaveMarket ?? []).slice(0, 1);
    const examples = { ...known, operatorSaveMarket, ...moreExamples(world) };
    const walker = await operator(world.server, 'owner');
    return new Walk(world, { examples, walker, baseline: await stateOf(world) });
  }

  examplesFor(name: RouteName): readonly Body[] {
    return this.#examples[name] ?? [];
  }

  /** Walks one call, or one field of it; gives what it found, and every field that it cannot drive. */
  async call(name: RouteName, only?: string): Promise<string[]> {
    const spec: RouteSpec = routes[name];
    const found: string[] = [];
    const bases =
      name === 'confirmOperator' ? [{ id: await this.#letIn() }] : this.examplesFor(name);
    if (!bases.some((base) => spec.request.safeParse(base).success))
      found.push(`${name}: the walk knows no request`);
    const leaves = leavesOfRoute(spec).filter(
      ({ path }) => only === undefined || path.join('.').endsWith(only),
    );
    // Each as it stands; fields of the first, since the others go the same way.
    for (const [at, base] of bases.entries()) {
      if (only === undefined) found.push(...(await this.#send(name, base, 'as it stands')));
      for (const leaf of at === 0 ? leaves : [])
        found.push(...(await this.#field(name, base, leaf)));
    }
    return found;
  }

  /** Whether the server takes a value of a field: in force, or for a second operator to pass. */
  async isTaken(name: RouteName, field: string, value: unknown): Promise<boolean> {
    const [base] = this.examplesFor(name);
    const leaf = leavesOfRoute(routes[name]).find(({ path }) => path.at(-1) === field);
    if (base === undefined || leaf === undefined) throw new Error(`${name} has no ${field}`);
    const { status } = await this.#post(name, withValue(base, leaf.path, value) as Body);
    await this.#restore();
    return status === 200;
  }

  async #field(name: RouteName, base: Body, leaf: Leaf): Promise<string[]> {
    const label = leaf.path.join('.');
    const present = valueAt(base, leaf.path);
    const values = hostileValues(leaf, present);
    if (values.length === 0) return [`${name} ${label}: the walk cannot drive it`];
    const found: string[] = [];
    for (const value of new Set(values)) {
      const body = withValue(base, leaf.path, value) as Body;
      found.push(...(await this.#send(name, body, `${label} = ${JSON.stringify(value)}`)));
    }
    return found;
  }

  /** Sends it as one person, compares, and puts the terms back by the test's own power. */
  async #send(name: RouteName, body: Body, label: string): Promise<string[]> {
    // What the schema refuses never reaches a handler.
    if (!routes[name].request.safeParse(body).success) return [];
    const { status, error, text } = await this.#post(name, body);
    // Nothing may keep the walk from a handler.
    if (error === 'rate_limited' || error === 'not_logged_in' || error === 'forbidden')
      throw new Error(`${name} ${label}: the walk is held up: ${text}`);
    if (status >= 400 && status < 500) return [];
    const after = await stateOf(this.#world);
    const found = worsened(this.#baseline, after, JUDGEMENTS.has(name));
    const isRestored = await this.#restore();
    this.#baseline = isRestored ? await stateOf(this.#world) : after;
    return found.map((each) => `${name} ${label}: ${each}`);
  }

  async #post(name: RouteName, body: Body, isRetry = false): Promise<Reply> {
    const { server } = this.#world;
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/${routes[name].path}`,
      headers: {
        'content-type': 'application/json',
        authorization: this.#token,
        'idempotency-key': crypto.randomUUID(),
      },
      payload: JSON.stringify(body),
    });
    const reply = readReply(response);
    // Some calls end the caller's session, or take the role away.
    const isOut = reply.error === 'not_logged_in' || reply.error === 'forbidden';
    if (isOut && !isRetry) {
      await this.#comeBack();
      return this.#post(name, body, true);
    }
    return reply;
  }

  /** The same person again, whatever a call made of password, role and account. */
  async #comeBack(): Promise<void> {
    const { server } = this.#world;
    const { name, operatorId } = this.#walker;
    const like = await addOperator(server, 'owner');
    await server.context.database.query(
      `UPDATE operators SET role = 'owner', is_active = true,
         password_hash = (SELECT password_hash FROM operators WHERE operator_id = $2)
       WHERE operator_id = $1`,
      [operatorId, like.operatorId],
    );
    this.#token = await loginAs(server, name);
  }

  /**
   * Somebody whom the walker let in by a link that the walker opened too: a second person who is the first, once they are
   * confirmed. The fixture's cooling-off of none waives the confirmation, so it is taken back.
   */
  async #letIn(): Promise<number> {
    const { server } = this.#world;
    const name = `let.in.${randomUUID().slice(0, 8)}`;
    const { text } = await this.#post('createOperator', { name, role: 'manager' });
    const { operator_id: id, link } = JSON.parse(text).message;
    await useLink(server, link);
    await server.context.database.query(
      'UPDATE operators SET confirmed_at_ms = NULL, confirmed_by = NULL WHERE operator_id = $1',
      [id],
    );
    return id;
  }

  readonly #first: { terms: Awaited<ReturnType<typeof engineTerms>> | undefined } = {
    terms: undefined,
  };

  /** Keeps the terms as they are now, and puts them back after each step. */
  async keepTerms(): Promise<void> {
    this.#first.terms = await engineTerms(this.#world);
  }

  /** True where something had to be put back. */
  async #restore(): Promise<boolean> {
    const { server } = this.#world;
    const kept = this.#first.terms;
    if (kept === undefined) throw new Error('no terms were kept');
    const now = await engineTerms(this.#world);
    let isRestored = false;
    const put = async (wanted: unknown, restore: () => Promise<unknown>) => {
      if (now.texts.has(textOf(wanted))) return;
      isRestored = true;
      await restore();
    };
    const { custodyTerms, trading, reconciler, database } = server.context;
    for (const command of kept.commands) await put(command, () => server.run(command));
    for (const chain of kept.chains) await put(chain, () => custodyTerms.save(chain));
    await put(kept.settings, () => custodyTerms.saveSettings(kept.settings));
    if (trading.isCancelOnly) {
      isRestored = true;
      await trading.resume({ since: trading.intent(reconciler).since, reason }, reconciler);
    }
    const owner = this.#world.users.ann.userId;
    const partners = await database.query(
      'SELECT FROM partners WHERE owner_id = $1 AND ratio_ppm IS NOT NULL',
      [owner],
    );
    if (partners.length > 0) {
      isRestored = true;
      await server.run({ kind: 'set_partner', owner });
    }
    // A frozen account is stopped; it goes on for the next step.
    for (const { userId } of Object.values(this.#world.users))
      await server.run({ kind: 'set_owner_state', owner: userId, isFrozen: false });
    return isRestored;
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? `${inner}n` : inner,
  );

/** Commands that put all terms back, and what is kept beside the engine. */
async function engineTerms({ server }: World) {
  const { terms, marketData, database, custodyTerms } = server.context;
  const { derivatives } = marketData;
  const commands = [
    ...terms.currencies().map((currency) => ({ kind: 'configure_currency', currency }) as const),
    ...terms.markets().map(({ base, quote, ...market }) => {
      return { kind: 'configure_market', market } as const;
    }),
    ...derivatives
      .allFutures()
      .map((each) => ({ kind: 'configure_futures', terms: each }) as const),
    ...derivatives
      .allOptions()
      .map((each) => ({ kind: 'configure_options', terms: each }) as const),
    ...derivatives
      .optionCurrencies()
      .map((currency) => ({ kind: 'configure_option_currency', currency }) as const),
    ...(await readHostingProducts(database)).map(
      (product) => ({ kind: 'configure_hosting', product }) as const,
    ),
    ...(await readOfferings(database)).map(({ soldMinor: _sold, ...offering }) => {
      return { kind: 'configure_offering', offering } as const;
    }),
    ...(await readReferralTerms(database)).map(
      (levels) => ({ kind: 'configure_referral', terms: levels }) as const,
    ),
  ];
  const chains = custodyTerms.all();
  const { settings } = custodyTerms;
  return {
    commands,
    chains,
    settings,
    texts: new Set([...commands, ...chains, settings].map(textOf)),
  };
}

/** What is a user's, and what they are offered next. */
export async function stateOf(world: World): Promise<UserState> {
  const { server, users } = world;
  const { userId } = users.ann;
  const rows = async (tables: readonly string[]) => {
    const read = tables.map((table) =>
      server.context.database.query(
        `SELECT t.* FROM ${table} AS t WHERE owner_id = $1 ORDER BY t::text`,
        [userId],
      ),
    );
    return textOf(await Promise.all(read));
  };
  const held = await rows(HELD);
  return { held, own: held + (await rows(OWN)), figures: await figuresOf(world) };
}

/** By hand: what a user pays, gets and may do next, and which way is worse. */
async function figuresOf({ server, users }: World): Promise<Figures> {
  const { terms, marketData, database, custodyTerms } = server.context;
  const figures = new Map<string, readonly [Way, bigint | number | string]>();
  const add = (
    subject: string,
    list: Readonly<Record<string, readonly [Way, bigint | number]>>,
  ) => {
    for (const [name, figure] of Object.entries(list)) figures.set(`${subject} ${name}`, figure);
  };
  const isOpen = (state: MarketState) => state === 'open';
  for (const market of terms.markets().filter(({ state }) => isOpen(state)))
    add(market.symbol, {
      tick: ['any', market.tickSizeE8],
      lot: ['any', market.lotBaseMinor],
      'smallest order': ['up', market.minNotionalMinor],
      'maker fee': ['up', market.makerFeePpm],
      'taker fee': ['up', market.takerFeePpm],
      'market band': ['any', market.marketBandPpm],
      'limit band': ['any', market.limitBandPpm],
      'open orders': ['down', market.openOrdersMax],
      'parts of an iceberg': ['any', market.icebergPartsMax],
    });
  for (const each of marketData.derivatives.allFutures()) addFutures(each, add);
  for (const { marketId, times, ordersMax, isOpen: isSold } of marketData.derivatives.allOptions())
    for (const { seconds, payoutRatioPpm, minMinor, maxMinor } of isSold ? times : [])
      add(`option ${marketId} ${seconds}`, {
        payout: ['down', payoutRatioPpm],
        least: ['up', minMinor],
        most: ['down', maxMinor],
        orders: ['down', ordersMax],
      });
  for (const { currencyId, feePpm, isOpen: isSold } of marketData.derivatives.optionCurrencies())
    if (isSold) add(`option currency ${currencyId}`, { fee: ['up', feePpm] });
  for (const product of await readHostingProducts(database)) addHosting(product, add);
  for (const offering of await readOfferings(database)) addOffering(offering, add);
  for (const chain of custodyTerms.all())
    add(`${chain.currencyId} ${chain.chain}`, {
      ...(chain.isWithdrawOpen && {
        fee: ['up', chain.withdrawFee] as const,
        'least withdrawal': ['up', chain.minWithdraw] as const,
      }),
      ...(chain.isDepositOpen && {
        'least deposit': ['up', chain.minDeposit] as const,
        // A safeguard of everybody's money.
        confirmations: ['down', chain.confirmations] as const,
      }),
      'two approvals from': ['up', chain.twoApprovalsFrom],
    });
  const { settings } = custodyTerms;
  add('limits', {
    priority: ['up', settings.vipVolumeMinor],
    basic: ['up', settings.dailyValueBasicMinor],
    advanced: ['up', settings.dailyValueAdvancedMinor],
    count: ['up', settings.dailyCount],
  });
  // One who lets another in and counts as both is two by themselves.
  const [letIn] = await database.query<{ confirmed: bigint }>(
    `SELECT count(*) AS confirmed FROM operators WHERE confirmed_at_ms IS NOT NULL
       AND operator_id IN (SELECT operator_id FROM operator_enrolments)`,
  );
  add('operators let in', { 'count as one of two': ['up', letIn?.confirmed ?? 0n] });
  const standing = await standingOf({ database }, users.ann.userId);
  add('rebate', { share: ['down', standing.ratioPpm] });
  for (const { name, fullName, currencyId } of terms.currencies())
    figures.set(`currency ${currencyId}`, ['any', `${name} ${fullName}`]);
  figures.set('bank account', ['any', textOf(custodyTerms.bankAccounts())]);
  return figures;
}

type Add = (
  subject: string,
  list: Readonly<Record<string, readonly [Way, bigint | number]>>,
) => void;

function addFutures(terms: FuturesTerms, add: Add): void {
  if (!terms.isOpen) return;
  add(`futures ${terms.marketId}`, {
    lot: ['any', terms.lotBaseMinor],
    'fewest lots': ['up', terms.lotsMin],
    'most lots': ['down', terms.lotsMax],
    'opening fee': ['up', terms.openFeePpm],
    'closing fee': ['up', terms.closeFeePpm],
    'half spread': ['up', terms.halfSpreadPpm],
    // Openings are rounded on it away from the user.
    'price step': ['up', terms.priceStepE8],
    insurance: ['down', terms.insuranceSharePpm],
    cap: ['down', terms.profitCapMultiple],
    positions: ['down', terms.positionsMax],
  });
  for (const { multiple, maintenanceRatePpm, notionalMaxMinor } of terms.multiples)
    add(`futures ${terms.marketId} ${multiple}×`, {
      maintenance: ['up', maintenanceRatePpm],
      notional: ['down', notionalMaxMinor],
    });
}

function addHosting(product: HostingProduct, add: Add): void {
  if (!product.isOpen) return;
  add(`hosting ${product.productId}`, {
    days: ['any', product.days],
    least: ['up', product.minMinor],
    most: ['down', product.maxMinor],
    yield: ['down', product.dailyYieldPpm],
    damages: ['up', product.damagesRatePpm],
  });
}

function addOffering(offering: Offering, add: Add): void {
  if (!offering.isOpen) return;
  add(`offering ${offering.offeringId}`, {
    price: ['up', offering.issuePrice],
    'total dilutes': ['up', offering.totalMinor],
    least: ['up', offering.minMinor],
    most: ['down', offering.maxMinor],
    'lock-up': ['up', offering.lockupDays],
    start: ['up', offering.startsAtMs],
    closing: ['any', offering.closesAtMs],
    launch: ['any', offering.launchesAtMs],
  });
}
