/**
 * A year as a beancount file (version 2, beancount.github.io): what was there at its start, each entry, and at the end what
 * the ledger says was there, which `bean-check` holds against it. Lots are named by the entry that brought them and how
 * many came before it, so a reduction says which it takes. The account's currency is money and has no lots. In each entry one
 * leg is left to beancount: it reckons the gain itself.
 */
import { formatDecimal, minimum } from '@fairlead/units';
import type { Lot } from '../lots.ts';
import type { Applied, LotChange, Movement, TaxFigure } from '../movement.ts';
import { ruleOf } from '../rules.ts';
import type { Holding } from '../tax-ledger.ts';
import { figureOf } from '../year.ts';
import type { FileWords } from './words.ts';

/** The year's first date, and the date behind its last. */
export interface BeancountYear {
  readonly from: string;
  readonly next: string;
}

const ACCOUNTS = [
  'Equity:Opening',
  'Equity:Outside',
  'Equity:Unknown',
  'Income:Gains',
  'Income:Interest',
  'Income:Rebates',
  'Income:Bonuses',
  'Income:Futures',
  'Income:Options',
  'Income:Penalties',
  'Income:Corrections',
] as const;

export class BeancountWriter {
  readonly #words: FileWords;
  /** Names of lots that are open, oldest first, by currency and lot. */
  readonly #names = new Map<string, { name: string; left: bigint }[]>();
  #named = 0;

  constructor(words: FileWords) {
    this.#words = words;
  }

  /** Accounts, and what was there when the year began. */
  opening({ from }: BeancountYear, holdings: readonly Holding[]): string {
    const { exchange } = this.#words;
    const money = this.#commodity(this.#words.currencyId);
    const lines = [
      `option "title" "${exchange.replaceAll(/["\\]/g, '')} ${from.slice(0, 4)}"`,
      `option "operating_currency" "${money}"`,
      ...ACCOUNTS.map((account) => `${from} open ${account}`),
      '',
    ];
    for (const { currencyId, lots } of holdings) {
      lines.push(this.#open(from, currencyId), `${from} * "opening"`);
      for (const lot of lots) lines.push(this.#addition({ currencyId, lot }));
      lines.push('  Equity:Opening', '');
      this.#opened.add(currencyId);
    }
    return lines.join('\n');
  }

  readonly #opened = new Set<number>();

  entry(applied: Applied): string {
    const { movement } = applied;
    if (movement.changes.length === 0) return '';
    const date = this.#words.dateOf(movement.timeMs);
    const opens = movement.changes.flatMap(({ currencyId }) => {
      if (this.#opened.has(currencyId)) return [];
      this.#opened.add(currencyId);
      return [this.#open(date, currencyId)];
    });
    const { currencyId: money } = this.#words;
    const lines = [...opens, `${date} * "${movement.reason}" "entry ${movement.entryId}"`];
    for (const { currencyId, amount } of movement.changes)
      if (currencyId === money) lines.push(this.#money(amount));
    for (const change of applied.taken)
      if (change.currencyId !== money) lines.push(this.#reduction(change));
    for (const change of applied.added)
      if (change.currencyId !== money) lines.push(this.#addition(change));
    lines.push(...this.#income(applied), '');
    return lines.join('\n');
  }

  /** What the ledger says is there behind the last day. */
  closing({ next }: BeancountYear, holdings: readonly Holding[]): string {
    const held = new Map(
      holdings.map(({ currencyId, lots }) => [
        currencyId,
        lots.reduce((sum, { quantity }) => sum + quantity, 0n),
      ]),
    );
    return [...this.#opened]
      .map(
        (currencyId) =>
          `${next} balance ${this.#account(currencyId)}  ${this.#amount(currencyId, held.get(currencyId) ?? 0n)}\n`,
      )
      .join('');
  }

  /** What is known to be income, a result or a gain, where it is not the leg that is left to beancount. */
  #income({ movement, lines, taken, added }: Applied): string[] {
    const { currencyId: money } = this.#words;
    const isUnknown = [...taken, ...added].some(
      ({ currencyId, lot }) => currencyId !== money && lot.cost === undefined,
    );
    const rest = isUnknown ? 'Equity:Unknown' : restOf(movement);
    const known = lines.flatMap((line) => {
      const account = INCOME[line.figure];
      const value = figureOf(line);
      if (account === undefined || value === undefined || account === rest) return [];
      return [`  ${account}  ${this.#amount(money, -value)}`];
    });
    return [...known, `  ${rest}`];
  }

  #money(amount: bigint): string {
    const { currencyId } = this.#words;
    return `  ${this.#account(currencyId)}  ${this.#amount(currencyId, amount)}`;
  }

  #addition({ currencyId, lot }: LotChange): string {
    const amount = this.#amount(currencyId, lot.quantity);
    if (currencyId === this.#words.currencyId) return `  ${this.#account(currencyId)}  ${amount}`;
    if (lot.cost === undefined) return `  ${this.#account(currencyId)}:Unknown  ${amount}`;
    this.#named += 1;
    const name = `e${lot.entryId}.${this.#named}`;
    const key = keyOf(currencyId, lot);
    const named = this.#names.get(key) ?? [];
    this.#names.set(key, [...named, { name, left: lot.quantity }]);
    const cost = this.#amount(this.#words.currencyId, lot.cost);
    const basis = lot.isStated === true ? '\n    cost-basis: "stated by the owner"' : '';
    return `  ${this.#account(currencyId)}  ${amount} {{${cost}, ${this.#words.dateOf(lot.acquiredMs)}, "${name}"}}${basis}`;
  }

  /** What is taken of a lot may have come in parts, as of a withdrawal that was given back. */
  #reduction({ currencyId, lot }: LotChange): string {
    if (lot.cost === undefined)
      return `  ${this.#account(currencyId)}:Unknown  ${this.#amount(currencyId, -lot.quantity)}`;
    const named = this.#names.get(keyOf(currencyId, lot)) ?? [];
    const lines: string[] = [];
    let missing = lot.quantity;
    for (const part of named) {
      const taken = minimum(missing, part.left);
      if (taken === 0n) continue;
      part.left -= taken;
      missing -= taken;
      const amount = this.#amount(currencyId, -taken);
      lines.push(
        `  ${this.#account(currencyId)}  ${amount} {${this.#commodity(this.#words.currencyId)}, "${part.name}"}`,
      );
    }
    const left = named.filter((part) => part.left > 0n);
    if (left.length === 0) this.#names.delete(keyOf(currencyId, lot));
    else this.#names.set(keyOf(currencyId, lot), left);
    return lines.join('\n');
  }

  #open(date: string, currencyId: number): string {
    const [account, name] = [this.#account(currencyId), this.#commodity(currencyId)];
    const money = `${date} open ${account}  ${name}`;
    // What has no known cost lies apart: beancount tells lots without a cost from none.
    return currencyId === this.#words.currencyId
      ? money
      : `${money}\n${date} open ${account}:Unknown  ${name}`;
  }

  #account(currencyId: number): string {
    const name = this.#words.nameOf(currencyId).toUpperCase();
    return `Assets:Exchange:${name.replaceAll(/[^A-Z0-9-]/g, '-').replace(/^-/, 'X-')}`;
  }

  #commodity(currencyId: number): string {
    return commodityOf(this.#words.nameOf(currencyId));
  }

  #amount(currencyId: number, amount: bigint): string {
    return `${formatDecimal(amount, this.#words.scaleOf(currencyId))} ${this.#commodity(currencyId)}`;
  }
}

const keyOf = (currencyId: number, { entryId, acquiredMs }: Lot): string =>
  `${currencyId} ${entryId} ${acquiredMs}`;

/** Beancount's names: two to 24 of A-Z, 0-9 and a few marks, a letter first and no mark last. */
export function commodityOf(name: string): string {
  const plain = name.toUpperCase().replaceAll(/[^A-Z0-9.'_-]/g, '-');
  const begun = /^[A-Z]/.test(plain) ? plain : `X${plain}`;
  let ended = begun.slice(0, 23);
  // By hand: an expression that looks for marks before the end tries each place of a run of them.
  while (/[.'_-]$/.test(ended)) ended = ended.slice(0, -1);
  return ended.length > 1 ? ended : `${ended}X`;
}

const INCOME: Readonly<Partial<Record<TaxFigure, string>>> = {
  gains: 'Income:Gains',
  interest: 'Income:Interest',
  rebates: 'Income:Rebates',
  bonuses: 'Income:Bonuses',
  futures: 'Income:Futures',
  options: 'Income:Options',
  penalties: 'Income:Penalties',
  corrections: 'Income:Corrections',
};

/** The leg that beancount reckons: what a disposal gained, or where a movement came from or went to. */
function restOf(movement: Movement): string {
  const rule = ruleOf(movement);
  switch (rule.treat) {
    case 'outside':
      return 'Equity:Outside';
    case 'income':
      return INCOME[rule.figure] ?? 'Income:Gains';
    default:
      return 'Income:Gains';
  }
}
