/** Offerings as operators write them ↔ as the engine and the table of introductions keep them. */
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type OfferingTermsView,
  ProblemError,
} from '@fairlead/contract';
import { type Currency, isOfferingValid, type Offering, type OfferingRow } from '@fairlead/engine';
import { amountMinor, PRICE_SCALE, priceE8 } from '@fairlead/units';
import { Decimals } from '../core/http/fields/decimals.ts';
import { shortDecimal } from '../core/http/figures.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import type { Introductions } from './queries.ts';

/** What an operator sets: terms, and what is said of the currency by language key. */
export interface OfferingDraft {
  readonly offering: Offering;
  readonly introductions: Introductions;
}

export function offeringTermsView(
  { offering, introductions }: OfferingDraft,
  { scale }: Currency,
): OfferingTermsView {
  const amount = (minor: bigint) => shortDecimal(minor, scale);
  return {
    id: offering.offeringId,
    currency_id: offering.currencyId,
    payment_currency_id: offering.paymentCurrencyId,
    issue_price: shortDecimal(offering.issuePrice, PRICE_SCALE),
    total: amount(offering.totalMinor),
    min_amount: amount(offering.minMinor),
    max_amount: amount(offering.maxMinor),
    lockup_days: offering.lockupDays,
    starts_at: offering.startsAtMs,
    closes_at: offering.closesAtMs,
    launches_at: offering.launchesAtMs,
    is_open: offering.isOpen,
    introduction: inLanguageOrder(introductions),
  };
}

/** In one order, so that the same texts are the same JSON. */
const inLanguageOrder = (texts: Introductions): Record<string, string> =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = texts[language];
      return text === undefined ? [] : [[language, text] as const];
    }),
  );

/**
 * Reads an offering; throws field errors for currencies that are not there, what they cannot express and languages that
 * the app does not speak, and `terms_invalid`.
 */
export function readOfferingTermsView(
  input: OfferingTermsView,
  terms: Terms,
  say: Say,
): OfferingDraft {
  const sold = terms.currency(input.currency_id);
  const payment = terms.currency(input.payment_currency_id);
  if (sold === undefined) throw fieldProblem('terms.currency_id', say('fields.currency'));
  if (payment === undefined)
    throw fieldProblem('terms.payment_currency_id', say('fields.currency'));
  const decimals = new Decimals(say);
  const amount = (field: 'total' | 'min_amount' | 'max_amount') =>
    amountMinor(decimals.read(`terms.${field}`, input[field], sold.scale));
  const offering: Offering = {
    offeringId: input.id,
    currencyId: sold.currencyId,
    paymentCurrencyId: payment.currencyId,
    issuePrice: priceE8(decimals.read('terms.issue_price', input.issue_price, PRICE_SCALE)),
    totalMinor: amount('total'),
    minMinor: amount('min_amount'),
    maxMinor: amount('max_amount'),
    lockupDays: input.lockup_days,
    startsAtMs: input.starts_at,
    closesAtMs: input.closes_at,
    launchesAtMs: input.launches_at,
    isOpen: input.is_open,
  };
  decimals.check();
  const introductions = readIntroduction(input.introduction, say);
  if (!isOfferingValid(offering, sold, payment))
    throw termsProblem('offering', input, {
      say,
      prefix: 'terms.',
      context: {
        scaleOf: (field) => (field === 'issue_price' ? payment.scale : sold.scale),
      },
    });
  return { offering, introductions };
}

/** English at least: it is shown where a language has no text of its own. */
function readIntroduction(texts: OfferingTermsView['introduction'], say: Say): Introductions {
  const unknown = Object.keys(texts).find((key) => !LANGUAGES.some((language) => language === key));
  if (unknown !== undefined)
    throw fieldProblem(`terms.introduction.${unknown.slice(0, 20)}`, say('fields.choice'));
  const trimmed = Object.entries(texts).map(([language, text]) => [language, text.trim()] as const);
  const written = Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
  if (written[DEFAULT_LANGUAGE] === undefined)
    throw fieldProblem(`terms.introduction.${DEFAULT_LANGUAGE}`, say('fields.required'));
  return inLanguageOrder(written);
}

/**
 * Throws `terms_invalid` for what may not change any more: the currencies ever; price and launch once something is sold,
 * nor the total below it. The engine refuses it as well; here the proposer learns it.
 */
export function checkOfferingChange(present: OfferingRow | undefined, next: Offering): void {
  if (present === undefined) return;
  const areSameCurrencies =
    present.currencyId === next.currencyId && present.paymentCurrencyId === next.paymentCurrencyId;
  const isAsSold =
    present.issuePrice === next.issuePrice &&
    present.launchesAtMs === next.launchesAtMs &&
    present.soldMinor <= next.totalMinor;
  if (!areSameCurrencies || (present.soldMinor > 0n && !isAsSold))
    throw new ProblemError('terms_invalid');
}

const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });
