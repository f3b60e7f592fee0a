/** Terms of money in and out, and bank accounts. */
import type { Way } from '@fairlead/contract';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Queryable } from '../../core/store/database.ts';

/** The networks, and bank transfers. */
export type TermsChain = Way;

/** What one currency costs and needs on one way in and out; amounts in its minor units. */
export interface ChainTerms {
  readonly currencyId: number;
  readonly chain: TermsChain;
  readonly minDeposit: AmountMinor;
  /** Of the whole debit; more than the fee. */
  readonly minWithdraw: AmountMinor;
  readonly withdrawFee: AmountMinor;
  /** Blocks, the payment's own included; 0 for BANK. A watcher takes no fewer than its own setting. */
  readonly confirmations: number;
  readonly isDepositOpen: boolean;
  readonly isWithdrawOpen: boolean;
  /** Withdrawals and claims of at least this much need two operators. */
  readonly twoApprovalsFrom: AmountMinor;
}

/** Where users pay bank transfers of a currency to. */
export interface BankAccountTerms {
  readonly currencyId: number;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly swiftCode: string;
  /** What money it takes, and what one of it is credited as. */
  readonly fiat?: BankFiat;
}

export interface BankFiat {
  /** ISO 4217. */
  readonly currency: string;
  /** A decimal. */
  readonly rate: string;
}

interface ChainRecord {
  readonly currency_id: number;
  readonly chain: TermsChain;
  readonly min_deposit_minor: bigint;
  readonly min_withdraw_minor: bigint;
  readonly withdraw_fee_minor: bigint;
  readonly confirmations: number;
  readonly is_deposit_open: boolean;
  readonly is_withdraw_open: boolean;
  readonly two_approvals_minor: bigint;
}

/** Terms of all ways in and out. */
export async function readChainTerms(source: Queryable): Promise<ChainTerms[]> {
  const rows = await source.query<ChainRecord>(
    'SELECT * FROM currency_chains ORDER BY currency_id, chain',
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    chain: row.chain,
    minDeposit: amountMinor(row.min_deposit_minor),
    minWithdraw: amountMinor(row.min_withdraw_minor),
    withdrawFee: amountMinor(row.withdraw_fee_minor),
    confirmations: row.confirmations,
    isDepositOpen: row.is_deposit_open,
    isWithdrawOpen: row.is_withdraw_open,
    twoApprovalsFrom: amountMinor(row.two_approvals_minor),
  }));
}

export async function writeChainTerms(transaction: Queryable, terms: ChainTerms): Promise<void> {
  await transaction.query(
    `INSERT INTO currency_chains (currency_id, chain, min_deposit_minor, min_withdraw_minor,
       withdraw_fee_minor, confirmations, is_deposit_open, is_withdraw_open, two_approvals_minor)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (currency_id, chain) DO UPDATE SET
       min_deposit_minor = excluded.min_deposit_minor,
       min_withdraw_minor = excluded.min_withdraw_minor,
       withdraw_fee_minor = excluded.withdraw_fee_minor,
       confirmations = excluded.confirmations,
       is_deposit_open = excluded.is_deposit_open,
       is_withdraw_open = excluded.is_withdraw_open,
       two_approvals_minor = excluded.two_approvals_minor`,
    [
      terms.currencyId,
      terms.chain,
      terms.minDeposit,
      terms.minWithdraw,
      terms.withdrawFee,
      terms.confirmations,
      terms.isDepositOpen,
      terms.isWithdrawOpen,
      terms.twoApprovalsFrom,
    ],
  );
}

interface BankAccountRecord {
  readonly currency_id: number;
  readonly account_name: string;
  readonly account_number: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly swift_code: string;
  readonly fiat_currency: string | null;
  readonly fiat_rate: string | null;
}

export async function readBankAccounts(source: Queryable): Promise<BankAccountTerms[]> {
  const rows = await source.query<BankAccountRecord>(
    'SELECT * FROM bank_accounts ORDER BY currency_id',
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    bankName: row.bank_name,
    bankAddress: row.bank_address,
    swiftCode: row.swift_code,
    ...(row.fiat_currency !== null &&
      row.fiat_rate !== null && { fiat: { currency: row.fiat_currency, rate: row.fiat_rate } }),
  }));
}

export async function writeBankAccount(
  transaction: Queryable,
  account: BankAccountTerms,
): Promise<void> {
  await transaction.query(
    `INSERT INTO bank_accounts (currency_id, account_name, account_number, bank_name, bank_address,
       swift_code, fiat_currency, fiat_rate)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (currency_id) DO UPDATE SET
       account_name = excluded.account_name, account_number = excluded.account_number,
       bank_name = excluded.bank_name, bank_address = excluded.bank_address,
       swift_code = excluded.swift_code, fiat_currency = excluded.fiat_currency,
       fiat_rate = excluded.fiat_rate`,
    [
      account.currencyId,
      account.accountName,
      account.accountNumber,
      account.bankName,
      account.bankAddress,
      account.swiftCode,
      account.fiat?.currency ?? null,
      account.fiat?.rate ?? null,
    ],
  );
}
