import * as z from 'zod/mini';
import { zRecordKind } from './ledger.ts';
import { zDate, zTimeZone } from './portfolio.ts';
import {
  TAX_COSTS_AT_ONCE_MAX,
  TAX_COSTS_MAX,
  TAX_DEPOSIT_COSTS,
  TAX_EXPLAINED,
  TAX_FILES,
  TAX_REPORT_FIGURES,
  TAX_REPORT_METHODS,
} from './wire/constants.ts';
import { route } from './wire/route.ts';
import {
  pageOf,
  paging,
  zBoolean,
  zDecimal,
  zId,
  zInteger,
  zSignedDecimal,
} from './wire/scalars.ts';

const tag = 'Assets';

export type TaxReportMethod = (typeof TAX_REPORT_METHODS)[number];
export type TaxReportFigure = (typeof TAX_REPORT_FIGURES)[number];
export type TaxExplained = (typeof TAX_EXPLAINED)[number];
export type TaxFile = (typeof TAX_FILES)[number];

/** Deposits whose cost is stated in one call. */
export const TAX_STATED_MAX = 100;
/** Rows of a file in one call; `next` goes on from there. */
export const TAX_FILE_ROWS_MAX = 5_000;

/** A name of a currency. */
const zCurrencyName = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/));

/** What a deposit had cost before it came, and when it was acquired: its owner's word. */
const said = { cost: zDecimal, acquired: zDate };

const zSentCost = z.strictObject({
  /** The deposit's journal entry. */
  entry_id: zId,
  ...said,
  /** What the cost is in: the convert currency, or one that has an index price in it. */
  currency: zCurrencyName,
});

export type SentDepositCost = z.output<typeof zSentCost>;

const zKeptCost = z.object({
  ...zSentCost.shape,
  entry_id: z.number(),
  /** When it was stated. */
  stated_at: z.number(),
});

export type KeptDepositCost = z.infer<typeof zKeptCost>;

const keptCosts = z.object({ costs: z.array(zKeptCost) });

/** What a report is reckoned by; all calls take the same, so a figure and its lines are of one report. */
const terms = {
  year: z.pipe(zInteger, z.number().check(z.gte(2009), z.lte(2100))),
  method: z.enum(TAX_REPORT_METHODS),
  /** What values are in: the convert currency, or one that has an index price in it. */
  currency: zCurrencyName,
  /** Whose calendar the year is of. */
  time_zone: zTimeZone,
  /** Of the main account and all sub-accounts as one: what moved among them is no disposal. Not as a sub-account. */
  together: z._default(zBoolean, false),
  /** Without it `unknown`: what is sold of such a deposit has no gain, and that is said. */
  deposit_cost: z.optional(z.enum(TAX_DEPOSIT_COSTS)),
  /**
   * What single deposits had cost, in the report's currency, and when they were acquired: for this call alone, in place of
   * what is kept of them.
   */
  stated: z.optional(
    z.array(z.strictObject({ entry_id: zId, ...said })).check(z.maxLength(TAX_STATED_MAX)),
  ),
};

const sums = {
  /** Of gains the gain, of all else the value; of the lines that have one. */
  value: zSignedDecimal,
  /** Of gains only. */
  proceeds: z.optional(zSignedDecimal),
  cost: z.optional(zSignedDecimal),
  /** Lines. */
  count: z.number(),
  /** Those of them that are in no sum, because a price or a cost is not known. */
  missing: z.number(),
};

export const zTaxReport = z.object({
  year: z.number(),
  method: z.enum(TAX_REPORT_METHODS),
  currency: z.string(),
  time_zone: z.string(),
  deposit_cost: z.enum(TAX_DEPOSIT_COSTS),
  /** Deposits until its end whose cost is what the caller stated. Nobody has checked that. */
  stated_deposits: z.number(),
  /** The report is of what was there then. */
  as_of: z.number(),
  /** Whether the year had ended. */
  is_over: z.boolean(),
  from: z.number(),
  /** Exclusive. */
  to: z.number(),
  /** Those that have lines. */
  figures: z.array(z.object({ figure: z.enum(TAX_REPORT_FIGURES), ...sums })),
  /** The same by currency. */
  currencies: z.array(
    z.object({
      figure: z.enum(TAX_REPORT_FIGURES),
      currency: z.string(),
      quantity: zSignedDecimal,
      ...sums,
    }),
  ),
  /** What is there at the end of the year, or now. Costs and values that are not known are absent. */
  holdings: z.array(
    z.object({
      currency: z.string(),
      quantity: zDecimal,
      lots: z.number(),
      cost: z.optional(zSignedDecimal),
      value: z.optional(zSignedDecimal),
      unrealised: z.optional(zSignedDecimal),
    }),
  ),
  /** Where the exchange had no price, by currency and UTC day; the first hundred. */
  unpriced: z.array(z.object({ currency: z.string(), date: zDate, lines: z.number() })),
});

export type TaxReport = z.infer<typeof zTaxReport>;

export const zTaxLine = z.object({
  /** The journal entry. */
  entry_id: z.number(),
  time: z.number(),
  /** Its kind, and what it refers to. */
  kind: zRecordKind,
  reference: z.string(),
  currency: z.string(),
  /** Below zero where it went. Of a disposal what was disposed of. */
  quantity: zSignedDecimal,
  /** Worth; of a disposal the proceeds. */
  value: z.optional(zSignedDecimal),
  cost: z.optional(zSignedDecimal),
  gain: z.optional(zSignedDecimal),
  /** Why it is in no sum. */
  missing: z.optional(z.enum(['price', 'cost'])),
  /** Of a lot that is held: its cost, or of an average a part of it, is what the caller stated. */
  is_stated: z.optional(z.literal(true)),
  /** Of a deposit: what the caller stated of it. */
  stated: z.optional(
    z.object({ ...said, currency: z.string(), stated_at: z.optional(z.number()) }),
  ),
  /** What it was taken from, the first hundred, and how many those are. */
  lots: z.array(
    z.object({
      entry_id: z.number(),
      acquired_at: z.number(),
      quantity: zDecimal,
      cost: z.optional(zSignedDecimal),
      is_stated: z.optional(z.literal(true)),
    }),
  ),
  lots_total: z.number(),
  /** The entry as it is in the journal: all of the caller's postings of it. */
  postings: z.array(
    z.object({ account: z.string(), currency: z.string(), amount: zSignedDecimal }),
  ),
});

export type TaxLineView = z.infer<typeof zTaxLine>;

export const taxRoutes = {
  taxReport: route({
    method: 'POST',
    path: 'wallet/tax/report',
    tag,
    summary: 'Gains, income, results and fees of a year, and what is held at its end; no advice',
    access: 'user',
    rate: 'write',
    request: z.strictObject(terms),
    response: zTaxReport,
  }),
  taxLines: route({
    method: 'POST',
    path: 'wallet/tax/lines',
    tag,
    summary: 'What a figure of a report is the sum of, down to journal entries, oldest first',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      ...terms,
      figure: z.enum(TAX_EXPLAINED),
      /** Only of one currency. */
      of_currency: z.optional(zCurrencyName),
      ...paging,
    }),
    response: pageOf(zTaxLine),
  }),
  taxFile: route({
    method: 'POST',
    path: 'wallet/tax/file',
    tag,
    summary: 'A year as a file: plain CSV, Koinly, CoinTracking or beancount',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      ...terms,
      format: z.enum(TAX_FILES),
      /** `next` of the call before. */
      after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    }),
    response: z.object({
      filename: z.string(),
      /** With its head in the first part only. */
      text: z.string(),
      rows: z.number(),
      next: z.optional(z.string()),
    }),
  }),
  depositCosts: route({
    method: 'GET',
    path: 'wallet/tax/costs',
    tag,
    summary: 'What one stated of deposits’ costs, the newest deposit first',
    access: 'user',
    request: z.strictObject({}),
    response: keptCosts,
  }),
  saveDepositCosts: route({
    method: 'POST',
    path: 'wallet/tax/costs/save',
    tag,
    summary:
      'Forgets what was stated of deposits and states of others what they had cost: for one’s own tax report, and for nothing else',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      put: z._default(z.array(zSentCost).check(z.maxLength(TAX_COSTS_AT_ONCE_MAX)), []),
      remove: z._default(z.array(zId).check(z.maxLength(TAX_COSTS_MAX)), []),
    }),
    response: keptCosts,
  }),
} as const;
