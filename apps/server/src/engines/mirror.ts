/**
 * Keeps an engine's currencies, markets, levels of referral, partners, who is frozen and whether anything opens as the home has
 * them. What differs is put right by commands that may be repeated, so it does not matter what was heard of and what was
 * missed. Accounts are opened with the first money that reaches them.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Changes, Command, Result } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { readTrading } from '../core/store/trading-record.ts';
import { readCurrencies, readMarkets } from '../market/index.ts';
import { readPartners, readReferralTerms } from '../referral/index.ts';
import { frozenOwners, ownersAtHome, ownersHere } from './queries.ts';

export interface MirrorParts {
  readonly home: Queryable;
  /** This engine's own. */
  readonly books: Queryable;
  readonly run: (command: Command) => Promise<Result>;
}

/** An account of the home is not there, so nothing can be credited to it. */
export class NotAtHomeError extends Error {}

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

export class Mirror {
  readonly #parts: MirrorParts;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  /** Puts right what differs now; how many commands that took. */
  async look(): Promise<number> {
    const commands = [...(await this.#terms()), ...(await this.#owners())];
    for (const command of commands) await this.#must(command);
    return commands.length;
  }

  /** Opens an owner's account as the home has it, after that of whoever invited them. */
  async open(owner: number): Promise<void> {
    const waiting = await this.#missing(owner);
    for (const { owner: id, inviter, isFrozen } of waiting.toReversed()) {
      const invited = inviter === undefined ? {} : { inviter };
      await this.#must({ kind: 'open_account', owner: id, ...invited });
      if (isFrozen) await this.#must({ kind: 'set_owner_state', owner: id, isFrozen });
    }
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
    const [currencies, markets, levels, trading] = [
      await changedRows(await readCurrencies(home), await readCurrencies(books)),
      await changedRows(await readMarkets(home), await readMarkets(books)),
      await changedRows(await readReferralTerms(home), await readReferralTerms(books)),
      await this.#trading(),
    ];
    return [
      ...currencies.map((currency): Command => ({ kind: 'configure_currency', currency })),
      ...markets.map((market): Command => ({ kind: 'configure_market', market })),
      ...levels.map((terms): Command => ({ kind: 'configure_referral', terms })),
      ...trading,
    ];
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
    const toFreeze = wanted.filter((owner) => !present.includes(owner));
    const freed = present.filter((owner) => !wanted.includes(owner));
    const here = await ownersHere(books, toFreeze);
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
    const changed = await changedRows(wanted, present);
    const here = await ownersHere(
      books,
      changed.map(({ owner }) => owner),
    );
    const ended = present.filter(({ owner }) => !wanted.some((each) => each.owner === owner));
    return [
      ...changed
        .filter(({ owner }) => here.includes(owner))
        .map((row): Command => ({ kind: 'set_partner', ...row })),
      ...ended.map(({ owner }): Command => ({ kind: 'set_partner', owner })),
    ];
  }

  async #must(command: Command): Promise<void> {
    const result = await this.#parts.run(command);
    if (!result.ok) throw new Error(`the mirror's ${command.kind} was refused: ${result.reject}`);
  }
}

/** Rows that are not there as they are wanted. */
const changedRows = <Row>(wanted: readonly Row[], present: readonly Row[]): Row[] =>
  wanted.filter((row) => !present.some((each) => isDeepStrictEqual(each, row)));
