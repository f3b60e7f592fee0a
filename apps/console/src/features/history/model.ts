import type { ItemOf } from '@fairlead/calls';
import type { CurrencyInfo } from '@fairlead/contract';
import type { TermsKind } from '../../terms/fields.ts';
import { type Change, changesOf, readTermsJson } from '../../terms/model.ts';
import { termTexts } from '../../terms/texts.ts';
import { unitsOf } from '../../terms/units.ts';
import { historyTexts as t } from './texts.ts';

export type Version = ItemOf<'termsHistory'>;
type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

const KINDS: readonly TermsKind[] = [
  'chain',
  'settings',
  'bank_account',
  'currency',
  'market',
  'futures',
  'options',
  'option_currency',
  'hosting',
  'offering',
  'referral',
];
/** Their subjects name a market, whose two currencies amounts are in. */
const OF_MARKETS: ReadonlySet<TermsKind> = new Set<TermsKind>(['market', 'futures', 'options']);

/** Their versions say themselves which currencies they are of. */
const OF_CURRENCIES: ReadonlySet<TermsKind> = new Set<TermsKind>(['hosting', 'offering']);

/** "chain USDT/TRC20" is of kind `chain`; undefined for what is none. */
export const kindOf = (subject: string): TermsKind | undefined =>
  KINDS.find((kind) => subject === kind || subject.startsWith(`${kind} `));

/** "chain USDT/TRC20" → "Network, USDT/TRC20". */
export function subjectWords(subject: string): string {
  const kind = kindOf(subject);
  return kind === undefined ? subject : t.of(termTexts.kinds[kind], subject.slice(kind.length + 1));
}

/** What a version changed; undefined where its terms cannot be read. */
export function versionChanges(
  { subject, before, after }: Version,
  currencies: Currencies,
): readonly Change[] | undefined {
  const kind = kindOf(subject);
  const now = readTermsJson(after);
  if (kind === undefined || now === undefined) return undefined;
  const changed = { before: readTermsJson(before), after: now };
  if (OF_CURRENCIES.has(kind)) return changesOf(kind, changed, unitsOf(now, currencies));
  const of = subject.slice(kind.length + 1);
  // The terms of a network do not say of which currency they are: the subject does.
  const named = [...(currencies?.values() ?? [])].find(({ name }) => name === of.split('/')[0]);
  const units = OF_MARKETS.has(kind)
    ? unitsOf({ symbol: of }, currencies)
    : unitsOf({ currency_id: named?.currency_id ?? 0 }, currencies);
  return changesOf(kind, changed, units);
}
