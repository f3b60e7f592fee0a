/** Says in a sentence per field what a schema did not like. */
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@fairlead/contract';
import type * as z from 'zod/mini';
import type { FieldTextKey, Say, TextValues } from '../../texts/texts.ts';

type Issue = z.core.$ZodIssue;
type Sentence = readonly [key: FieldTextKey, values?: TextValues];

/** Fields whose format has a name of its own. */
const BY_NAME: Readonly<Record<string, Sentence>> = {
  email: ['email'],
  phone: ['phone'],
  area_code: ['area_code'],
  code: ['code'],
  otp: ['code'],
  agreed: ['agreed'],
  symbol: ['symbol'],
  password: ['password_length', { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX }],
};
const PASSWORDS: ReadonlySet<string> = new Set(['password', 'old_password', 'fund_password']);
const DECIMAL_FIELDS: ReadonlySet<string> = new Set([
  'price',
  'quantity',
  'amount',
  'shown_fee',
  'shown_price',
  'take_profit',
  'stop_loss',
  'tick_size',
  'lot_size',
  'min_notional',
  'maker_fee',
  'taker_fee',
  'market_band',
  'limit_band',
]);
const WHOLE_FIELDS: ReadonlySet<string> = new Set(['lots', 'multiple', 'seconds']);
/** Longest names of fields that are told back: an attacker's own text is not repeated at length. */
const NAME_LENGTH_MAX = 40;
const FIELDS_MAX = 20;

/** Field by field, the first complaint about each. */
export function fieldTexts(
  issues: readonly Issue[],
  input: Readonly<Record<string, unknown>>,
  say: Say,
): Record<string, string> {
  const fields = new Map<string, string>();
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) tell(fields, key, say('fields.unknown'));
      continue;
    }
    const name = String(issue.path[0] ?? 'body');
    const [key, values] = sentence(name, issue, input[name]);
    tell(fields, name, say(`fields.${key}`, values));
  }
  return Object.fromEntries(fields);
}

function tell(fields: Map<string, string>, name: string, text: string): void {
  const shortName = name.slice(0, NAME_LENGTH_MAX);
  if (fields.size < FIELDS_MAX && !fields.has(shortName)) fields.set(shortName, text);
}

function sentence(name: string, issue: Issue, value: unknown): Sentence {
  if (value === undefined) return name === 'agreed' ? ['agreed'] : ['required'];
  const own = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  // Where a format is asked of a password, it is the six digits of the fund password.
  if (PASSWORDS.has(name) && issue.code === 'invalid_format') return ['code'];
  if (own !== undefined) return own;
  if (DECIMAL_FIELDS.has(name)) {
    const isZero = typeof value === 'string' && /^[0.]+$/.test(value);
    return isZero ? ['positive'] : ['decimal'];
  }
  if (WHOLE_FIELDS.has(name)) return ['whole'];
  if (issue.code === 'invalid_value') return ['choice'];
  if (name === 'limit' || name === 'page' || name === 'depth') return rangeSentence(issue);
  return ['invalid'];
}

function rangeSentence(issue: Issue): Sentence {
  if (issue.code === 'too_big') return ['integer', { min: 1, max: Number(issue.maximum) }];
  return ['integer', { min: 1, max: 100 }];
}
