/** Why terms are refused, said at their fields: what each may not be, and which other field it does not fit. */
import { ProblemError } from '@fairlead/contract';
import {
  figuresOf,
  type LimitContext,
  type TermConflict,
  type TermsProduct,
  type TermsValues,
  termConflicts,
} from '@fairlead/formula';
import { CATALOGUES, type Say, type TextKey } from '../texts/texts.ts';

/** Fields that are called as another one is, or as what they choose. */
const SAME: Readonly<Record<string, TextKey>> = {
  price_step: 'terms.fields.tick_size',
  multiple: 'terms.fields.multiples',
  seconds: 'terms.fields.times',
  currency_id: 'terms.products.currency',
  payment_currency_id: 'terms.products.currency',
  chain: 'terms.products.chain',
};

/** A field's name in words; one that has none is called as on the wire. */
export function fieldLabel(name: string, say: Say): string {
  const same = SAME[name];
  if (same !== undefined) return say(same);
  const isNamed = Object.hasOwn(CATALOGUES.en.terms.fields, name);
  return isNamed ? say(`terms.fields.${name}` as TextKey) : name;
}

export interface RefusedTerms {
  readonly say: Say;
  readonly context: LimitContext;
  /** Before each field's name, where the terms are a part of the request: "terms.". */
  readonly prefix?: string;
}

/** `terms_invalid`, with both fields of each rule that the terms do not keep. */
export function termsProblem(
  product: TermsProduct,
  terms: object,
  { say, context, prefix = '' }: RefusedTerms,
): ProblemError {
  const figures = figuresOf(terms as TermsValues);
  const fields: Record<string, string> = {};
  const tell = (path: string, text: string) => {
    fields[`${prefix}${path}`] ??= text;
  };
  for (const conflict of termConflicts(product, { figures, context })) {
    tell(conflict.field, ownText(conflict, say));
    const other = say('fields.not_with', { name: labelAt(conflict.field, say) });
    for (const path of conflict.by) tell(path, other);
  }
  return new ProblemError('terms_invalid', Object.keys(fields).length > 0 ? { fields } : {});
}

/** The last part of "multiples.2.maintenance_rate" in words. */
const labelAt = (path: string, say: Say): string => fieldLabel(path.split('.').at(-1) ?? path, say);

function ownText({ by }: TermConflict, say: Say): string {
  if (by.length === 0) return say('fields.out_of_bounds');
  return say('fields.not_with', { name: by.map((path) => labelAt(path, say)).join(', ') });
}
