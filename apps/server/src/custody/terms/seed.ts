/** Terms of money in and out that a first start sets up; from then on they are an operator's data. */
import type { Currency } from '@fairlead/engine';
import { amountMinor, assert, parseDecimal } from '@fairlead/units';
import type { BankAccountTerms, ChainTerms, TermsChain } from './queries.ts';

interface SeedTerms {
  readonly currency: string;
  readonly chain: TermsChain;
  readonly minDeposit: string;
  readonly minWithdraw: string;
  readonly withdrawFee: string;
  readonly confirmations: number;
  /** About what 10,000 USDT are worth. */
  readonly twoApprovalsFrom: string;
}

export const SEED_CHAIN_TERMS: readonly SeedTerms[] = [
  {
    currency: 'BTC',
    chain: 'OMNI',
    minDeposit: '0.0001',
    minWithdraw: '0.001',
    withdrawFee: '0.0002',
    confirmations: 3,
    twoApprovalsFrom: '0.15',
  },
  {
    currency: 'ETH',
    chain: 'ERC20',
    minDeposit: '0.001',
    minWithdraw: '0.01',
    withdrawFee: '0.002',
    confirmations: 12,
    twoApprovalsFrom: '3',
  },
  {
    currency: 'USDT',
    chain: 'TRC20',
    minDeposit: '1',
    minWithdraw: '10',
    withdrawFee: '1',
    confirmations: 20,
    twoApprovalsFrom: '10000',
  },
  {
    currency: 'USDT',
    chain: 'ERC20',
    minDeposit: '5',
    minWithdraw: '20',
    withdrawFee: '4',
    confirmations: 12,
    twoApprovalsFrom: '10000',
  },
  {
    currency: 'USDT',
    chain: 'BANK',
    minDeposit: '20',
    minWithdraw: '50',
    withdrawFee: '2',
    confirmations: 0,
    twoApprovalsFrom: '10000',
  },
];

/** A way through banks needs the operator's own account first, so outside demo it begins closed. */
export function seedTermsOf(
  { currencyId, scale }: Currency,
  seed: SeedTerms,
  { isDemo }: { readonly isDemo: boolean },
): ChainTerms {
  const isOpen = isDemo || seed.chain !== 'BANK';
  const minor = (text: string) => {
    const value = parseDecimal(text, scale);
    assert(value !== undefined, 'a seeded figure fits its scale');
    return amountMinor(value);
  };
  return {
    currencyId,
    chain: seed.chain,
    minDeposit: minor(seed.minDeposit),
    minWithdraw: minor(seed.minWithdraw),
    withdrawFee: minor(seed.withdrawFee),
    confirmations: seed.confirmations,
    isDepositOpen: isOpen,
    isWithdrawOpen: isOpen,
    twoApprovalsFrom: minor(seed.twoApprovalsFrom),
  };
}

/** Values in 10^-6 USDT. */
export const SEED_SETTINGS = {
  dailyValueBasicMinor: amountMinor(10_000_000000n),
  dailyValueAdvancedMinor: amountMinor(200_000_000000n),
  dailyCount: 3,
  vipVolumeMinor: amountMinor(100_000_000000n),
};

/** Of the demo: whoever reads it must see that no bank of this name exists. */
export const SEED_BANK_ACCOUNTS: readonly {
  readonly currency: string;
  readonly account: Omit<BankAccountTerms, 'currencyId'>;
}[] = [
  {
    currency: 'USDT',
    account: {
      accountName: 'DEMO ONLY - do not send money',
      accountNumber: 'DEMO 0000 0000 0000',
      bankName: 'Bank of Nowhere (demo)',
      bankAddress: '0 Example Street, Nowhere',
      swiftCode: 'DEMOXX00',
      fiat: { currency: 'USD', rate: '1' },
    },
  },
];
