import type { Wallet } from '@fairlead/contract';

type Holding = readonly [name: string, total: string, converted?: string];

/** A wallet whose coin account holds these. */
export const walletOf = (...holdings: readonly Holding[]): Wallet => ({
  convert_currency: 'USDT',
  total: '0',
  time: 1_795_271_525_000,
  accounts: [
    {
      account: 'coin',
      total: '0',
      balances: holdings.map(([name, total, converted], index) => ({
        currency_id: index + 1,
        name,
        available: total,
        frozen: '0',
        total,
        ...(converted === undefined ? {} : { converted }),
      })),
    },
  ],
});
