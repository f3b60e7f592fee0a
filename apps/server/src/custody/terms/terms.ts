/**
 * Terms of money in and out: what each way costs and needs, the limits of withdrawals, the operator's bank
 * accounts. Kept in memory; every change goes through here, is a version in the tables and holds at once.
 * What was asked for under older terms keeps them (W11).
 */
import { ProblemError } from '@fairlead/contract';
import { isShareWithin, isTermWithin, TERM_RULES } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  assert,
  formatDecimal,
  parseDecimal,
} from '@fairlead/units';
import type { Database, Queryable } from '../../core/store/database.ts';
import { readSetting, writeSetting } from '../../core/store/settings-queries.ts';
import { insertTermsVersion, type TermsKind } from '../../core/terms/version-queries.ts';
import { readCurrencies } from '../../market/index.ts';
import {
  type BankAccountTerms,
  type ChainTerms,
  readBankAccounts,
  readChainTerms,
  type TermsChain,
  writeBankAccount,
  writeChainTerms,
} from './queries.ts';
import { SEED_BANK_ACCOUNTS, SEED_CHAIN_TERMS, SEED_SETTINGS, seedTermsOf } from './seed.ts';

export type { BankAccountTerms, ChainTerms, TermsChain } from './queries.ts';

/** Values in 10^-6 USDT. */
export interface CustodySettings {
  /** What one user's withdrawals of a UTC day may be worth, by verification. */
  readonly dailyValueBasicMinor: AmountMinor;
  readonly dailyValueAdvancedMinor: AmountMinor;
  /** Withdrawals a user may ask for in a UTC day. */
  readonly dailyCount: number;
  /** Traded in 30 days, it puts a user's claims into the priority queue. */
  readonly vipVolumeMinor: AmountMinor;
}

/** Decimals of values in USDT. */
export const VALUE_SCALE = 6;
const SETTINGS = 'custody_settings';

export interface CustodyTermsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  /** Told after each change: other processes read the tables again. */
  readonly onChanged?: () => void;
}

interface Change {
  readonly kind: TermsKind;
  readonly subject: string;
  readonly before: object | undefined;
  readonly after: object;
  readonly operatorId: number | undefined;
  write(transaction: Queryable): Promise<void>;
}

/** Reads the terms of the tables; there are none before the first start is completed. */
export async function loadCustodyTerms(options: CustodyTermsOptions): Promise<CustodyTerms> {
  const terms = new CustodyTerms(options);
  await terms.load();
  return terms;
}

export class CustodyTerms {
  readonly #options: CustodyTermsOptions;
  readonly #chains = new Map<string, ChainTerms>();
  readonly #bankAccounts = new Map<number, BankAccountTerms>();
  #settings: CustodySettings = SEED_SETTINGS;
  /** One change at a time, so that memory and tables agree on the last one. */
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(options: CustodyTermsOptions) {
    this.#options = options;
  }

  /** All terms, by currency and chain. */
  all(): readonly ChainTerms[] {
    return [...this.#chains.values()].sort(
      (left, right) => left.currencyId - right.currencyId || (left.chain < right.chain ? -1 : 1),
    );
  }

  /** The ways in and out of one currency. */
  chainsOf(currencyId: number): readonly ChainTerms[] {
    return this.all().filter((terms) => terms.currencyId === currencyId);
  }

  chain(currencyId: number, chain: TermsChain): ChainTerms | undefined {
    return this.#chains.get(nameOf({ currencyId, chain }));
  }

  get settings(): CustodySettings {
    return this.#settings;
  }

  bankAccount(currencyId: number): BankAccountTerms | undefined {
    return this.#bankAccounts.get(currencyId);
  }

  /** By currency. */
  bankAccounts(): readonly BankAccountTerms[] {
    return [...this.#bankAccounts.values()].sort(
      (left, right) => left.currencyId - right.currencyId,
    );
  }

  /** Puts terms in force. Throws `terms_invalid`, or `not_found` for an unknown currency. */
  save(terms: ChainTerms, operatorId?: number): Promise<void> {
    if (!isChainSound(terms)) throw new ProblemError('terms_invalid');
    return this.#change(async () => {
      const before = this.chain(terms.currencyId, terms.chain);
      const currency = await this.#currency(terms.currencyId);
      await this.#write({
        kind: 'chain',
        subject: `chain ${currency.name}/${terms.chain}`,
        before: before && chainJson(before, currency.scale),
        after: chainJson(terms, currency.scale),
        operatorId,
        write: (transaction) => writeChainTerms(transaction, terms),
      });
      this.#chains.set(nameOf(terms), terms);
    });
  }

  /** Puts limits in force. Throws `terms_invalid`. */
  saveSettings(settings: CustodySettings, operatorId?: number): Promise<void> {
    if (!areSettingsSound(settings)) throw new ProblemError('terms_invalid');
    return this.#change(async () => {
      const after = settingsJson(settings);
      const nowMs = this.#options.clock.now();
      await this.#write({
        kind: 'settings',
        subject: 'settings',
        before: settingsJson(this.#settings),
        after,
        operatorId,
        write: (transaction) =>
          writeSetting(transaction, SETTINGS, { value: JSON.stringify(after), nowMs }),
      });
      this.#settings = settings;
    });
  }

  /** Puts the account that users pay into in force. */
  saveBankAccount(account: BankAccountTerms, operatorId?: number): Promise<void> {
    return this.#change(async () => {
      const { name } = await this.#currency(account.currencyId);
      await this.#write({
        kind: 'bank_account',
        subject: `bank_account ${name}`,
        before: this.bankAccount(account.currencyId),
        after: account,
        operatorId,
        write: (transaction) => writeBankAccount(transaction, account),
      });
      this.#bankAccounts.set(account.currencyId, account);
    });
  }

  async load(): Promise<void> {
    const { database } = this.#options;
    for (const terms of await readChainTerms(database)) this.#chains.set(nameOf(terms), terms);
    for (const account of await readBankAccounts(database))
      this.#bankAccounts.set(account.currencyId, account);
    const kept = await readSetting(database, SETTINGS);
    if (kept !== undefined) this.#settings = readSettings(kept);
  }

  /** Sets what a new deployment starts with, once: the settings are written last. */
  async seed({ isDemo }: { readonly isDemo: boolean }): Promise<void> {
    const { database } = this.#options;
    if ((await readSetting(database, SETTINGS)) !== undefined) return;
    const known = new Map(
      (await readCurrencies(database)).map((currency) => [currency.name, currency]),
    );
    for (const seed of SEED_CHAIN_TERMS) {
      const currency = known.get(seed.currency);
      if (currency === undefined || this.chain(currency.currencyId, seed.chain)) continue;
      await this.save(seedTermsOf(currency, seed, { isDemo }));
    }
    for (const { currency: name, account } of isDemo ? SEED_BANK_ACCOUNTS : []) {
      const currency = known.get(name);
      if (currency !== undefined)
        await this.saveBankAccount({ ...account, currencyId: currency.currencyId });
    }
    await this.saveSettings(SEED_SETTINGS);
  }

  #change(run: () => Promise<void>): Promise<void> {
    const changed = this.#lastChange.then(run).then(() => this.#options.onChanged?.());
    this.#lastChange = changed.catch(() => undefined);
    return changed;
  }

  async #currency(currencyId: number) {
    const currencies = await readCurrencies(this.#options.database);
    const currency = currencies.find((each) => each.currencyId === currencyId);
    if (currency === undefined) throw new ProblemError('not_found');
    return currency;
  }

  async #write({ kind, subject, before, after, operatorId, write }: Change): Promise<void> {
    const { database, clock } = this.#options;
    await database.transaction(async (transaction) => {
      await write(transaction);
      await insertTermsVersion(transaction, {
        kind,
        subject,
        before: before && JSON.stringify(before),
        after: JSON.stringify(after),
        operatorId,
        timeMs: clock.now(),
      });
    });
  }
}

const nameOf = ({ currencyId, chain }: Pick<ChainTerms, 'currencyId' | 'chain'>): string =>
  `${currencyId} ${chain}`;

export function areSettingsSound(settings: CustodySettings): boolean {
  const { dailyCount, dailyValueBasicMinor, dailyValueAdvancedMinor } = settings;
  const { daily_value_basic: value, daily_count: count } = TERM_RULES.settings.fields;
  return (
    Number.isInteger(dailyCount) &&
    isTermWithin(count, BigInt(dailyCount), 0) &&
    isTermWithin(value, dailyValueBasicMinor, VALUE_SCALE) &&
    dailyValueAdvancedMinor >= dailyValueBasicMinor
  );
}

/** Whether the table takes it, and whoever withdraws the least gets something. */
export function isChainSound(terms: ChainTerms): boolean {
  const { chain, confirmations, minDeposit, minWithdraw, withdrawFee, twoApprovalsFrom } = terms;
  return (
    minDeposit > 0n &&
    withdrawFee >= 0n &&
    minWithdraw > withdrawFee &&
    twoApprovalsFrom > 0n &&
    isFeeBounded(terms) &&
    Number.isInteger(confirmations) &&
    (chain === 'BANK' || confirmations > 0)
  );
}

/** The bound of the table of terms; the engine holds each withdrawal to it too. */
function isFeeBounded({ withdrawFee, minWithdraw }: ChainTerms): boolean {
  const { shareOf } = TERM_RULES.chain.fields.withdraw_fee;
  return shareOf === undefined || isShareWithin(withdrawFee, minWithdraw, shareOf.max);
}

/** Terms as their history shows them. */
const chainJson = (terms: ChainTerms, scale: number) => ({
  min_deposit: formatDecimal(terms.minDeposit, scale),
  min_withdraw: formatDecimal(terms.minWithdraw, scale),
  withdraw_fee: formatDecimal(terms.withdrawFee, scale),
  confirmations: terms.confirmations,
  is_deposit_open: terms.isDepositOpen,
  is_withdraw_open: terms.isWithdrawOpen,
  two_approvals_from: formatDecimal(terms.twoApprovalsFrom, scale),
});

const settingsJson = (settings: CustodySettings) => ({
  daily_value_basic: formatDecimal(settings.dailyValueBasicMinor, VALUE_SCALE),
  daily_value_advanced: formatDecimal(settings.dailyValueAdvancedMinor, VALUE_SCALE),
  daily_count: settings.dailyCount,
  vip_volume: formatDecimal(settings.vipVolumeMinor, VALUE_SCALE),
});

function readSettings(kept: unknown): CustodySettings {
  const values = kept as ReturnType<typeof settingsJson>;
  return {
    dailyValueBasicMinor: readValue(values.daily_value_basic),
    dailyValueAdvancedMinor: readValue(values.daily_value_advanced),
    dailyCount: values.daily_count,
    vipVolumeMinor: readValue(values.vip_volume),
  };
}

function readValue(text: string): AmountMinor {
  const value = parseDecimal(text, VALUE_SCALE);
  assert(value !== undefined, 'a kept value is a decimal');
  return amountMinor(value);
}
