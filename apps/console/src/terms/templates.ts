/** What a new record may begin with: the templates of its kind, and the terms that each comes to at a price. */
import {
  FUTURES_TEMPLATES,
  HOSTING_TEMPLATES,
  MARKET_TEMPLATES,
  type MarketSetting,
  OFFERING_TEMPLATES,
  OPTION_TEMPLATES,
  type Proposal,
  proposeFutures,
  proposeHosting,
  proposeMarket,
  proposeOffering,
  proposeOptions,
} from '@fairlead/formula';
import { PRICE_SCALE, parseDecimal } from '@fairlead/units';
import { type TermsKind, type TermUnits, USDT_SCALE } from './fields.ts';
import type { TermsRecord } from './model.ts';
import { termTexts } from './texts.ts';

const t = termTexts.templates;

export type TemplateKind = 'market' | 'futures' | 'options' | 'hosting' | 'offering';

/** What a template is figured from: the time too, for the days of an offering. */
export type TemplateSetting = MarketSetting & { readonly nowMs: number };

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly why: string;
  readonly propose: (setting: TemplateSetting) => Proposal<TermsRecord>;
}

/** Each template of a kind with its words: one without is a type error. */
function listOf<Table extends Readonly<Record<string, unknown>>>(
  table: Table,
  words: Readonly<Record<keyof Table & string, readonly [name: string, why: string]>>,
  propose: (setting: TemplateSetting, id: keyof Table & string) => Proposal<TermsRecord>,
): readonly Template[] {
  return (Object.keys(table) as (keyof Table & string)[]).map((id) => {
    const [name, why] = words[id];
    return { id, name, why, propose: (setting) => propose(setting, id) };
  });
}

export const TEMPLATES: Readonly<Record<TemplateKind, readonly Template[]>> = {
  market: listOf(MARKET_TEMPLATES, t.market, proposeMarket),
  futures: listOf(FUTURES_TEMPLATES, t.futures, proposeFutures),
  options: listOf(OPTION_TEMPLATES, t.options, proposeOptions),
  hosting: listOf(HOSTING_TEMPLATES, t.hosting, proposeHosting),
  offering: listOf(OFFERING_TEMPLATES, t.offering, proposeOffering),
};

export const hasTemplates = (kind: TermsKind): kind is TemplateKind =>
  Object.hasOwn(TEMPLATES, kind);

/** What the price is of: a market's base, locked funds, or what an offering sells. */
export const pricedAs = (kind: TemplateKind): keyof typeof t.price =>
  kind === 'hosting' || kind === 'offering' ? kind : 'market';

const ONE = '1';

interface Priced {
  /** What stands behind the price. */
  readonly unit: string | undefined;
  /** The price to begin with, where one is known. */
  readonly known: string | undefined;
  readonly baseScale: number | undefined;
  readonly quoteScale: number | undefined;
  readonly quoteUsdt: string | undefined;
}

export function pricedOf(kind: TemplateKind, units: TermUnits): Priced {
  const { scales, quoteUsdt } = units;
  switch (pricedAs(kind)) {
    case 'market':
      return {
        unit: units.quote,
        known: units.guide,
        baseScale: scales?.base,
        quoteScale: scales?.quote,
        quoteUsdt,
      };
    case 'hosting':
      return {
        unit: 'USDT',
        known: units.usdt,
        baseScale: scales?.currency,
        quoteScale: USDT_SCALE,
        quoteUsdt: ONE,
      };
    case 'offering':
      return {
        unit: units.payment,
        known: undefined,
        baseScale: scales?.currency,
        quoteScale: scales?.payment,
        quoteUsdt,
      };
  }
}

/** Undefined while a price or a currency is missing. */
export function settingOf(
  price: string,
  { baseScale, quoteScale, quoteUsdt }: Priced,
  nowMs: number,
): TemplateSetting | undefined {
  const indexE8 = parseDecimal(price, PRICE_SCALE);
  if (indexE8 === undefined || indexE8 <= 0n) return undefined;
  if (baseScale === undefined || quoteScale === undefined) return undefined;
  const quoteUsdtE8 = quoteUsdt === undefined ? undefined : parseDecimal(quoteUsdt, PRICE_SCALE);
  return { indexE8, baseScale, quoteScale, quoteUsdtE8, nowMs };
}
