/**
 * What a first start sets up: the mode, which never changes again; currencies and markets; in demo mode also
 * house capital, the faucet, the two bots and the news. Every step can be repeated, and the note that all is
 * done comes last, so a first start that was killed is completed by the next.
 */
import { randomBytes } from 'node:crypto';
import type { Command, Market, PostingAccount, Result } from '@fairlead/engine';
import { amountMinor, type PriceE8, priceE8 } from '@fairlead/units';
import { hash } from '@node-rs/argon2';
import type { Logger } from 'pino';
import { newsOfTheSoftware, seedArticles } from '../content/index.ts';
import type { Sequencer } from '../core/sequencer/sequencer.ts';
import { type Database, type Queryable, StartRefusedError } from '../core/store/database.ts';
import { readSetting, settleSetting, writeSetting } from '../core/store/settings-queries.ts';
import { deleteSessions, insertSession, newToken, tokenHash } from '../identity/index.ts';
import { findUserByAccount, insertUser } from '../identity/users/index.ts';
import {
  lastValidSamples,
  namedCurrency,
  readCurrencies,
  readMarkets,
  SEED_CURRENCIES,
  SEED_FUNDS,
  SEED_MARKETS,
} from '../market/index.ts';

const DONE = 'first_start';
/** A bot's session is made anew at each start; it must outlast the longest run. */
const BOT_SESSION_MS = 10 * 365 * 86_400_000;
const BOT_ROLES = ['maker', 'taker'] as const;
type BotRole = (typeof BOT_ROLES)[number];

export interface FirstStartOptions {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, 'run'>;
  readonly isDemo: boolean;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info'>;
}

interface Bot {
  readonly userId: number;
  /** A session of this run. */
  readonly token: string;
}
export interface Deployment {
  /** All markets in the tables, by id. */
  readonly markets: readonly Market[];
  /** Demo mode only. */
  readonly bots?: Readonly<Record<BotRole, Bot>>;
}

interface ModeGiven {
  readonly isDemo: boolean;
  readonly isSandbox?: boolean;
}

const modeOf = ({ isDemo, isSandbox = false }: ModeGiven): 'sandbox' | 'demo' | 'real' =>
  isSandbox ? 'sandbox' : isDemo ? 'demo' : 'real';

/** Keeps the mode of the first start and refuses the other one. Before anything else is written. */
export async function settleMode(
  database: Database,
  given: ModeGiven,
  nowMs: number,
): Promise<void> {
  const value = JSON.stringify(modeOf(given));
  refuseMode(await settleSetting(database, 'mode', { value, nowMs }), given);
}

/** The same of a database that an exchange is in, without writing anything. */
export async function refuseOtherMode(database: Queryable, given: ModeGiven): Promise<void> {
  refuseMode(await readMode(database), given);
}

/** The mode of an exchange that is there. */
export const readMode = (database: Queryable): Promise<unknown> => readSetting(database, 'mode');

/** Throws StartRefusedError where an exchange of the mode `kept` may not be started as `given`. */
export function refuseMode(kept: unknown, given: ModeGiven): void {
  const mode = modeOf(given);
  if (kept === mode) return;
  throw new StartRefusedError(
    `${mode === 'sandbox' || kept === 'sandbox' ? 'SANDBOX' : 'DEMO'}: this database was set up in ${String(kept)} mode and can never run in ${mode} mode; use another DATA_DIR or DATABASE_URL`,
  );
}

/** Does what is left of the first start, and opens the sessions of the bots. */
export async function completeFirstStart(options: FirstStartOptions): Promise<Deployment> {
  const { database, isDemo, clock, log } = options;
  if ((await readSetting(database, DONE)) === undefined) {
    await seedTerms(options);
    if (isDemo) {
      await seedHouse(options);
      for (const role of BOT_ROLES) await seedBot(options, role);
    }
    await seedNews(options);
    log.info({ isDemo, markets: SEED_MARKETS.length }, 'first start completed');
  } else await seedNews(options);
  const markets = await readMarkets(database);
  if (!isDemo) return { markets };
  const bots = {
    maker: await openBotSession(database, 'maker', clock.now()),
    taker: await openBotSession(database, 'taker', clock.now()),
  };
  return { markets, bots };
}

/** Prices from which a simulated walk goes on, by symbol. */
export async function lastIndexPrices(database: Database): Promise<Map<string, PriceE8>> {
  const symbols = new Map(
    (await readMarkets(database)).map(({ marketId, symbol }) => [marketId, symbol]),
  );
  const prices = new Map<string, PriceE8>();
  for (const { marketId, priceE8: price } of await lastValidSamples(database)) {
    const symbol = symbols.get(marketId);
    if (symbol !== undefined) prices.set(symbol, priceE8(price));
  }
  return prices;
}

async function seedTerms({ database, sequencer }: FirstStartOptions): Promise<void> {
  const currencies = new Set((await readCurrencies(database)).map((row) => row.currencyId));
  const markets = new Set((await readMarkets(database)).map((row) => row.marketId));
  for (const currency of SEED_CURRENCIES) {
    if (currencies.has(currency.currencyId)) continue;
    await runSeed(sequencer, { kind: 'configure_currency', currency });
  }
  for (const market of SEED_MARKETS) {
    if (markets.has(market.marketId)) continue;
    await runSeed(sequencer, { kind: 'configure_market', market });
  }
}

async function seedHouse({ sequencer }: FirstStartOptions): Promise<void> {
  const external = { house: 'external' } as const;
  for (const { currency, capital, faucet } of SEED_FUNDS) {
    const entry = entryMaker(currency);
    await runSeed(
      sequencer,
      entry('capital', capital, { source: external, target: { house: 'capital' } }),
    );
    await runSeed(
      sequencer,
      entry('demo_faucet', faucet, { source: external, target: { house: 'demo_faucet' } }),
    );
  }
}

async function seedBot(options: FirstStartOptions, role: BotRole): Promise<void> {
  const owner = await findOrMakeBot(options, role);
  await runSeed(options.sequencer, { kind: 'open_account', owner });
  for (const { currency, bot } of SEED_FUNDS) {
    const accounts = {
      source: { house: 'demo_faucet' },
      target: { owner, account: 'coin' },
    } as const;
    await runSeed(options.sequencer, entryMaker(currency)(role, bot, accounts));
  }
}

/** Entries of one currency; the reference names what the entry is for, so that it happens once. */
const entryMaker =
  (name: string) =>
  (
    purpose: string,
    wholeUnits: bigint,
    accounts: { readonly source: PostingAccount; readonly target: PostingAccount },
  ): Command => {
    const { currencyId, scale } = namedCurrency(name);
    return {
      kind: 'post_entry',
      reason: purpose === 'maker' || purpose === 'taker' ? 'faucet' : 'capital',
      reference: `first_start:${purpose}:${name}`,
      currencyId,
      amount: amountMinor(wholeUnits * 10n ** BigInt(scale)),
      ...accounts,
    };
  };

/** Runs a command that must succeed, or that an earlier attempt has done. */
async function runSeed(sequencer: Pick<Sequencer, 'run'>, command: Command): Promise<void> {
  const result: Result = await sequencer.run(command);
  if (result.ok || result.reject === 'duplicate_reference') return;
  throw new Error(`first start: ${command.kind} was refused: ${result.reject}`);
}

const botAccount = (role: BotRole): string => `${role}@bots.invalid`;

async function findOrMakeBot(
  { database, clock }: FirstStartOptions,
  role: BotRole,
): Promise<number> {
  const known = await findUserByAccount(database, botAccount(role));
  if (known !== undefined) return known.userId;
  const made = await insertUser(database, {
    kind: 'email',
    account: botAccount(role),
    areaCode: undefined,
    // Nobody knows this password: the bots come in by sessions that are handed to them.
    passwordHash: await hash(randomBytes(32).toString('base64')),
    nickname: role === 'maker' ? 'Demo maker' : 'Demo taker',
    inviteCode: randomBytes(6).toString('hex'),
    inviterId: undefined,
    lang: 'en',
    isBot: true,
    createdAtMs: clock.now(),
  });
  if (made === undefined) throw new Error(`first start: the account of the ${role} is taken`);
  return made.userId;
}

async function openBotSession(database: Database, role: BotRole, nowMs: number): Promise<Bot> {
  const user = await findUserByAccount(database, botAccount(role));
  if (user === undefined) throw new Error(`the demo's ${role} is missing`);
  const token = newToken();
  await deleteSessions(database, { userId: user.userId });
  const session = await insertSession(database, {
    userId: user.userId,
    passwordHash: user.passwordHash,
    tokenHash: tokenHash(token),
    deviceHash: undefined,
    ip: '127.0.0.1',
    userAgent: 'fairlead-bots',
    isByPassword: false,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + BOT_SESSION_MS,
  });
  if (session === undefined)
    throw new Error(`the password of the demo's ${role} changed meanwhile`);
  return { userId: user.userId, token };
}

/** A start on a busy machine must not fail: nobody waits for these rows but the start itself. */
const SEED_MAX_MS = 60_000;

/** Articles that are missing, at every start: what came with a later version too. The last one listed is the newest. */
async function seedNews({ database, isDemo, clock }: FirstStartOptions): Promise<void> {
  const isFirst = (await readSetting(database, DONE)) === undefined;
  const articles = newsOfTheSoftware().filter((article) => isDemo || !article.isDemoOnly);
  await database.transaction(
    async (transaction) => {
      const nowMs = clock.now();
      await seedArticles(transaction, { articles, isFirst, nowMs });
      if (isFirst)
        await writeSetting(transaction, DONE, { value: JSON.stringify({ isDemo }), nowMs });
    },
    { maxMs: SEED_MAX_MS },
  );
}
