import type { CurrencyInfo } from '@fairlead/contract';

const terms = (chain: string, own: Partial<CurrencyInfo['chains'][number]> = {}) => ({
  chain,
  min_deposit: '10.000000',
  min_withdraw: '10.000000',
  withdraw_fee: '1.000000',
  confirmations: 12,
  ...own,
});

/** USDT as drawn: Tron, Ethereum and the bank. */
export const USDT: CurrencyInfo = {
  currency_id: 3,
  name: 'USDT',
  full_name: 'Tether',
  scale: 6,
  chains: [
    terms('TRC20', { confirmations: 20 }),
    terms('ERC20', { min_deposit: '20.000000', withdraw_fee: '3.000000' }),
    terms('BANK', { min_deposit: '50.00', withdraw_fee: '5.00', confirmations: 0 }),
  ],
  deposit: true,
  withdraw: true,
};

/** BTC on its one network. */
export const BTC: CurrencyInfo = {
  currency_id: 1,
  name: 'BTC',
  full_name: 'Bitcoin',
  scale: 8,
  chains: [
    terms('OMNI', {
      min_deposit: '0.0001',
      min_withdraw: '0.001',
      withdraw_fee: '0.0005',
      confirmations: 3,
    }),
  ],
  deposit: true,
  withdraw: true,
};

/** Without any way in or out. */
export const DOGE: CurrencyInfo = {
  currency_id: 4,
  name: 'DOGE',
  full_name: 'Dogecoin',
  scale: 8,
  chains: [],
  deposit: false,
  withdraw: false,
};
