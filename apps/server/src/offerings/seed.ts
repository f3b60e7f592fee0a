/**
 * Offers the demo's new currency once: the currency, what the house has to sell of it, terms and introduction. A demo
 * that is older than offerings gets it at its next start. Every step can be repeated, and the note that all is done comes
 * last; where an operator has offered something already nothing is added.
 */

import { LANGUAGES, PRODUCT } from '@fairlead/contract';
import type { Currency, Offering } from '@fairlead/engine';
import { amountMinor, DAY_MS, priceE8 } from '@fairlead/units';
import type { Config } from '../core/config/config.ts';
import { readSetting, writeSetting } from '../core/store/settings-queries.ts';
import { keepSeedVersion, type SeedOptions } from '../core/terms/put-in-force.ts';
import { readText } from '../core/texts/articles.ts';
import { readCurrencies } from '../market/index.ts';
import { offeringSubject } from './effects.ts';
import {
  type Introductions,
  readIntroductions,
  readOfferings,
  saveIntroductions,
} from './queries.ts';
import { offeringTermsView } from './terms.ts';

const DONE = 'offering_seeded';
const NAME = 'FLD';
const PAYMENT = 'USDT';
const OFFERING_ID = 1;

/** Whole units of the currency. */
const TOTAL = 10_000_000n;
const MIN = 100n;
const MAX = 50_000n;
/** 0.05 USDT. */
const ISSUE_PRICE = priceE8(5_000_000n);

export interface OfferingSeedOptions extends SeedOptions {
  readonly config: Pick<Config, 'brand'>;
}

/** What is said of the demo's new currency, in all languages; it is called after the exchange. */
const readIntroduction = (name: string): Introductions =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      readText(language, 'offering.md').replace(/\n$/, '').replaceAll(PRODUCT, name),
    ]),
  );

export async function seedOffering(options: OfferingSeedOptions): Promise<void> {
  const { database, isDemo, clock, log, config } = options;
  if (!isDemo || (await readSetting(database, DONE)) !== undefined) return;
  const currencies = await readCurrencies(database);
  const payment = currencies.find(({ name }) => name === PAYMENT);
  const sold =
    currencies.find(({ name }) => name === NAME) ?? newCurrency(currencies, config.brand.name);
  const offerings = await readOfferings(database);
  const isFree = offerings.every(({ currencyId }) => currencyId === sold.currencyId);
  if (payment !== undefined && isFree) await offer(options, sold, payment);
  await writeSetting(database, DONE, { value: 'true', nowMs: clock.now() });
  log.info({ currency: NAME }, 'the offering of the demo is set up');
}

const newCurrency = (currencies: readonly Currency[], exchange: string): Currency => ({
  currencyId: Math.max(0, ...currencies.map(({ currencyId }) => currencyId)) + 1,
  name: NAME,
  fullName: `${exchange} Demo`,
  scale: 4,
  isEnabled: true,
});

const whole = (units: bigint, { scale }: Currency) => amountMinor(units * 10n ** BigInt(scale));

/** On sale for two weeks from now, launched a week later. */
const seedOfferingTerms = (sold: Currency, payment: Currency, nowMs: number): Offering => ({
  offeringId: OFFERING_ID,
  currencyId: sold.currencyId,
  paymentCurrencyId: payment.currencyId,
  issuePrice: ISSUE_PRICE,
  totalMinor: whole(TOTAL, sold),
  minMinor: whole(MIN, sold),
  maxMinor: whole(MAX, sold),
  lockupDays: 30,
  startsAtMs: nowMs,
  closesAtMs: nowMs + 14 * DAY_MS,
  launchesAtMs: nowMs + 21 * DAY_MS,
  isOpen: true,
});

async function offer(
  options: OfferingSeedOptions,
  sold: Currency,
  payment: Currency,
): Promise<void> {
  const { database, sequencer, clock, log, config } = options;
  const made = (await readOfferings(database)).find(({ offeringId }) => offeringId === OFFERING_ID);
  const offering = made ?? seedOfferingTerms(sold, payment, clock.now());
  const commands = [
    { kind: 'configure_currency', currency: sold },
    {
      kind: 'post_entry',
      reason: 'capital',
      reference: `offering:${NAME}`,
      currencyId: sold.currencyId,
      amount: whole(TOTAL, sold),
      source: { house: 'external' },
      target: { house: 'subscription_supply' },
    },
    { kind: 'configure_offering', offering },
  ] as const;
  for (const command of commands) {
    const result = await sequencer.run(command);
    if (result.ok || result.reject === 'duplicate_reference') continue;
    // A currency of this name that an operator made is theirs.
    log.warn({ command: command.kind, reject: result.reject }, 'the demo offers nothing new');
    return;
  }
  const introductions = readIntroduction(config.brand.name);
  const texts = (await readIntroductions(database)).get(OFFERING_ID) ?? {};
  if (Object.keys(texts).length === 0)
    await saveIntroductions(database, OFFERING_ID, introductions);
  const draft = { offering, introductions };
  await keepSeedVersion(options, {
    kind: 'offering',
    subject: offeringSubject(OFFERING_ID, sold.name),
    after: offeringTermsView(draft, sold),
  });
}
