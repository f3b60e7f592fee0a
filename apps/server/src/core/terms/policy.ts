/**
 * The one table of terms (formula, term-rules.ts) applied to what operators ask for: which product a proposal is about,
 * and what its change takes. A field of the wire without a rule in the table is a type error here.
 */
import type {
  ChainTerms,
  FuturesTermsView,
  HostingTermsView,
  OfferingTermsView,
  OptionCurrencyView,
  OptionTermsView,
  ParsedOf,
  ProposalKind,
  ReferralTermsView,
  RequestOf,
} from '@fairlead/contract';
import {
  classifyTerms,
  type TERM_RULES,
  type TermsProduct,
  type TermsValues,
  type TermsVerdict,
} from '@fairlead/formula';
import type { TermsChange } from './change.ts';

/** What each product's terms look like on the wire. */
interface Views {
  readonly market: ParsedOf<'operatorSaveMarket'>;
  readonly currency: ParsedOf<'operatorSaveCurrency'>;
  readonly futures: FuturesTermsView;
  readonly options: OptionTermsView;
  readonly option_currency: OptionCurrencyView;
  readonly hosting: HostingTermsView;
  readonly offering: OfferingTermsView;
  readonly referral: ReferralTermsView;
  readonly partner: Omit<RequestOf<'savePartner'>, 'reason'>;
  readonly chain: ChainTerms;
  readonly settings: ParsedOf<'saveCustodySettings'>;
  readonly bank_account: ParsedOf<'saveBankAccount'>;
}

type RuleOf<Product extends TermsProduct> = (typeof TERM_RULES)[Product]['fields'];
/** Fields on the wire that the table does not have; of records in lists too. */
type Unclassified<View, Rules> = {
  [Field in keyof View & string]: Field extends keyof Rules
    ? Rules[Field] extends { readonly kind: 'rows'; readonly fields: infer Inner }
      ? View[Field] extends readonly (infer Row)[]
        ? Exclude<keyof Row, keyof Inner>
        : never
      : never
    : Field;
}[keyof View & string];
type Missing = {
  [Product in TermsProduct]: Unclassified<Views[Product], RuleOf<Product>>;
}[TermsProduct];
/** Does not compile while a field of the wire has no rule. */
const IS_COMPLETE: [Missing] extends [never] ? true : Missing = true;

/** The product whose terms each kind of proposal changes. */
export const PRODUCT_OF = {
  market_terms: 'market',
  currency_terms: 'currency',
  futures_terms: 'futures',
  option_terms: 'options',
  option_currency: 'option_currency',
  hosting_terms: 'hosting',
  offering_terms: 'offering',
  referral_terms: 'referral',
  partner_terms: 'partner',
  chain_terms: 'chain',
  custody_settings: 'settings',
  bank_account: 'bank_account',
} as const satisfies Readonly<Partial<Record<ProposalKind, TermsProduct>>>;
export type TermsProposalKind = keyof typeof PRODUCT_OF;

export const isTermsKind = (kind: ProposalKind): kind is TermsProposalKind =>
  IS_COMPLETE && Object.hasOwn(PRODUCT_OF, kind);

/** What a change takes; its payload is the change from what was in force when it was asked for. */
export function verdictOf(kind: TermsProposalKind, change: TermsChange<object>): TermsVerdict {
  const { before, after } = change as TermsChange<TermsValues>;
  return classifyTerms(PRODUCT_OF[kind], before, after);
}
