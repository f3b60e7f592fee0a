/**
 * Offers the demo's new currency once: the currency, what the house has to sell of it, terms and introduction. A demo
 * that is older than offerings gets it at its next start. Every step can be repeated, and the note that all is done comes
 * last; where an operator has offered something already nothing is added.
 */
import type { Currency, Offering } from '@fairlead/engine';
import { amountMinor, priceE8 } from '@fairlead/units';
import {
  readIntroductions,
  readOfferings,
  saveIntroductions,
} from '../../store/offering-queries.ts';
import { readSetting, writeSetting } from '../../store/settings-queries.ts';
import { readCurrencies } from '../../store/snapshot-reader.ts';
import { offeringSubject } from '../offering-effects.ts';
import { offeringTermsView } from '../operators-offering-terms.ts';
import { OFFERING_INTRODUCTION } from './offering-texts.ts';
import { keepSeedVersion, type SeedOptions } from './put-in-force.ts';

const DONE = 'offering_seeded';
const NAME = 'FLD';
const PAYMENT = 'USDT';
const OFFERING_ID = 1;
const DAY_MS = 86_400_000;

/** Whole units of the currency. */
const TOTAL = 10_000_000n;
const MIN = 100n;
const MAX = 50_000n;
/** 0.05 USDT. */
const ISSUE_PRICE = priceE8(5_000_000n);

export async function seedOffering(options: SeedOptions): Promise<void> {
  const { database, isDemo, clock, log } = options;
  if (!isDemo || (await readSetting(database, DONE)) !== undefined) return;
  const currencies = await readCurrencies(database);
  const payment = currencies.find(({ name }) => name === PAYMENT);
  const sold = currencies.find(({ name }) => name === NAME) ?? newCurrency(currencies);
  const offerings = await readOfferings(database);
  const isFree = offerings.every(({ currencyId }) => currencyId === sold.currencyId);
  if (payment !== undefined && isFree) await offer(options, sold, payment);
  await writeSetting(database, DONE, { value: 'true', nowMs: clock.now() });
  log.info({ currency: NAME }, 'the offering of the demo is set up');
}

const newCurrency = (currencies: readonly Currency[]): Currency => ({
  currencyId: Math.max(0, ...currencies.map(({ currencyId }) => currencyId)) + 1,
  name: NAME,
  fullName: 'Fairlead Demo',
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

async function offer(options: SeedOptions, sold: Currency, payment: Currency): Promise<void> {
  const { database, sequencer, clock, log } = options;
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
  const texts = (await readIntroductions(database)).get(OFFERING_ID) ?? {};
  if (Object.keys(texts).length === 0)
    await saveIntroductions(database, OFFERING_ID, OFFERING_INTRODUCTION);
  const draft = { offering, introductions: OFFERING_INTRODUCTION };
  await keepSeedVersion(options, {
    kind: 'offering',
    subject: offeringSubject(OFFERING_ID, sold.name),
    after: offeringTermsView(draft, sold),
  });
}
