/**
 * Keeps an engine's currencies, markets, levels of referral, partners, who is frozen and whether anything opens as the home has
 * them. What differs is put right by commands that may be repeated, so it does not matter what was heard of and what was
 * missed. Accounts are opened with the first money that reaches them.
 */
import { inspect } from 'node:util';
import {
  type Changes,
  type Command,
  isSubAccount,
  type Market,
  mainOf,
  type Reject,
  type Result,
} from '@fairlead/engine';
import type { RunOptions } from '../core/sequencer/submission.ts';
import type { Queryable } from '../core/store/database.ts';
import { readTrading } from '../core/store/trading-record.ts';
import { readCurrencies, readMarkets } from '../market/index.ts';
import { readPartners, readReferralTerms } from '../referral/index.ts';
import { changedRows, notIn } from './differences.ts';
import { frozenOwners, ownersAtHome, ownersHere } from './queries.ts';

export interface MirrorParts {
  readonly home: Queryable;
  /** This engine's own. */
  readonly books: Queryable;
  readonly run: (command: Command, options?: RunOptions) => Promise<Result>;
  /** Something is not here as the home has it, as this engine refuses it; told once as long as it does. */
  readonly onRefused: (refused: RefusedCommand) => void;
  /** Of any beginning, ms. */
  readonly nowMs?: () => number;
}

export interface RefusedCommand {
  readonly command: Command;
  readonly reject: Reject;
}

/** An account of the home is not there, so nothing can be credited to it. */
export class NotAtHomeError extends Error {}

const isClosed = ({ state }: Market): boolean => state === 'closed';

/** What of a commit of the home an engine follows. */
const FOLLOWED = [
  'currencies',
  'markets',
  'ownerStates',
  'referralTerms',
  'partners',
] as const satisfies readonly (keyof Changes)[];

export const isFollowed = (changes: Changes): boolean =>
  changes.trading !== undefined || FOLLOWED.some((name) => changes[name].length > 0);

/** A market closes here before it does at home: so long it is not opened again because the home has it open still. */
const CLOSING_MS = 10_000;

export class Mirror {
  readonly #parts: MirrorParts;
  /** Closed here and open at home, since when, and what was closed there at the look before. */
  readonly #closingSinceMs = new Map<number, number>();
  #closedAtHome: ReadonlySet<number> = new Set();
  /** What was refused at the look before. */
  #refused: ReadonlySet<string> = new Set();
  /** Owners who are frozen at home and whose account was opened here without that, as far as this process has come. */
  readonly #unfrozen = new Set<number>();

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  /**
   * Puts right what differs now; how many commands that took. One that is refused stands in nobody's way: it is told of, the
   * others go on, and each later look tries it again.
   */
  async look(): Promise<number> {
    const commands = [...(await this.#terms()), ...(await this.#owners())];
    const refused = new Set<string>();
    for (const command of commands) {
      const result = await this.#parts.run(command);
      if (!result.ok) refused.add(this.#tell({ command, reject: result.reject }));
    }
    this.#refused = refused;
    return commands.length - refused.size;
  }

  /**
   * Opens an owner's account as the home has it, after that of whoever invited them. Whoever asks while that is half done, or after
   * it broke off there, does the rest.
   */
  async open(owner: number): Promise<void> {
    // A sub-account has its main account's, by which it is frozen.
    if (isSubAccount(owner)) await this.open(mainOf(owner));
    const waiting = await this.#missing(owner);
    if (waiting.length === 0 && this.#unfrozen.has(owner)) await this.#freeze(owner);
    for (const { owner: id, inviter, isFrozen } of waiting.toReversed()) {
      if (isFrozen) this.#unfrozen.add(id);
      const invited = inviter === undefined ? {} : { inviter };
      await this.#must({ kind: 'open_account', owner: id, ...invited });
      if (isFrozen) await this.#freeze(id);
    }
  }

  /** Unless the home has freed them meanwhile. */
  async #freeze(owner: number): Promise<void> {
    const [found] = await ownersAtHome(this.#parts.home, [owner]);
    if (found?.isFrozen === true)
      await this.#must({ kind: 'set_owner_state', owner, isFrozen: true });
    this.#unfrozen.delete(owner);
  }

  /** An owner who has no account here, who invited them, and so on until somebody has. */
  async #missing(owner: number) {
    const { home, books } = this.#parts;
    const missing: Awaited<ReturnType<typeof ownersAtHome>> = [];
    for (let next: number | undefined = owner; next !== undefined; ) {
      if ((await ownersHere(books, [next])).length > 0) return missing;
      const [found] = await ownersAtHome(home, [next]);
      if (found === undefined) throw new NotAtHomeError(`no account of ${next} at home`);
      missing.push(found);
      next = found.inviter;
    }
    return missing;
  }

  async #terms(): Promise<Command[]> {
    const { home, books } = this.#parts;
    const currencies = changedRows(
      await readCurrencies(home),
      await readCurrencies(books),
      ({ currencyId }) => currencyId,
    );
    const markets = this.#markets(await readMarkets(home), await readMarkets(books));
    const levels = changedRows(
      await readReferralTerms(home),
      await readReferralTerms(books),
      // They are one row.
      () => 0,
    );
    const trading = await this.#trading();
    return [
      ...currencies.map((currency): Command => ({ kind: 'configure_currency', currency })),
      ...markets.map((market): Command => ({ kind: 'configure_market', market })),
      ...levels.map((terms): Command => ({ kind: 'configure_referral', terms })),
      ...trading,
    ];
  }

  /** Those to be configured. What the home closes meanwhile nobody opens something in between. */
  #markets(wanted: readonly Market[], present: readonly Market[]): Market[] {
    const nowMs = this.#parts.nowMs?.() ?? performance.now();
    const closedHere = new Set(present.filter(isClosed).map(({ marketId }) => marketId));
    const closing = wanted.filter((market) => {
      const { marketId } = market;
      const isOpenAtHome = !isClosed(market) && !this.#closedAtHome.has(marketId);
      if (!isOpenAtHome || !closedHere.has(marketId)) {
        this.#closingSinceMs.delete(marketId);
        return false;
      }
      const sinceMs = this.#closingSinceMs.get(marketId) ?? nowMs;
      this.#closingSinceMs.set(marketId, sinceMs);
      return nowMs - sinceMs < CLOSING_MS;
    });
    this.#closedAtHome = new Set(wanted.filter(isClosed).map(({ marketId }) => marketId));
    const followed = wanted.filter((market) => !closing.includes(market));
    return changedRows(followed, present, ({ marketId }) => marketId);
  }

  /** A stop of operators holds everywhere, and so does its end; one that an engine has for itself is its own. */
  async #trading(): Promise<Command[]> {
    const { home, books } = this.#parts;
    const [wanted, present] = [await readTrading(home), await readTrading(books)];
    if (wanted === undefined) return [];
    const { mode, cause, reason } = wanted;
    const command = { kind: 'set_trading_mode', mode, cause, reason } as const;
    const isStoppedHere = present?.mode === 'cancel_only';
    if (mode === 'cancel_only') return cause === 'operator' && !isStoppedHere ? [command] : [];
    if (!isStoppedHere || present.cause !== 'operator') return [];
    return [{ ...command, endsSinceMs: present.sinceMs }];
  }

  async #owners(): Promise<Command[]> {
    const { home, books } = this.#parts;
    const [wanted, present] = [await frozenOwners(home), await frozenOwners(books)];
    const freed = notIn(present, wanted);
    const here = await ownersHere(books, notIn(wanted, present));
    const states = [
      ...here.map((owner) => ({ owner, isFrozen: true })),
      ...freed.map((owner) => ({ owner, isFrozen: false })),
    ];
    return [
      ...states.map((state): Command => ({ kind: 'set_owner_state', ...state })),
      ...(await this.#partners()),
    ];
  }

  async #partners(): Promise<Command[]> {
    const { home, books } = this.#parts;
    const [wanted, present] = [await readPartners(home), await readPartners(books)];
    const ids = (rows: typeof wanted) => rows.map(({ owner }) => owner);
    const changed = changedRows(wanted, present, ({ owner }) => owner);
    const here = new Set(await ownersHere(books, ids(changed)));
    const ended = notIn(ids(present), ids(wanted));
    return [
      ...changed
        .filter(({ owner }) => here.has(owner))
        .map((row): Command => ({ kind: 'set_partner', ...row })),
      ...ended.map((owner): Command => ({ kind: 'set_partner', owner })),
    ];
  }

  async #must(command: Command): Promise<void> {
    const result = await this.#parts.run(command);
    if (!result.ok) throw new Error(`the mirror's ${command.kind} was refused: ${result.reject}`);
  }
  /** Names it. */
  #tell(refused: RefusedCommand): string {
    const { command, reject } = refused;
    const name = `${reject} ${inspect(command, { depth: null })}`;
    if (!this.#refused.has(name)) this.#parts.onRefused(refused);
    return name;
  }
}
