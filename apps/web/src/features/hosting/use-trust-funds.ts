import { type AmountMinor, amountMinor, parseDecimal } from '@fairlead/units';
import { useApi } from '../../data/use-api.ts';
import type { ProductTerms } from './terms.ts';

/** In the trust account. Nothing there counts as nothing, an unread wallet and a guest's as unknown. */
export function useTrustFunds({ currencyId, scale }: ProductTerms): AmountMinor | undefined {
  const wallet = useApi('wallet', {}).data;
  if (wallet === undefined) return undefined;
  const account = wallet.accounts.find((one) => one.account === 'trust');
  const balance = account?.balances.find(({ currency_id }) => currency_id === currencyId);
  const value = parseDecimal(balance?.available ?? '0', scale);
  return value === undefined ? undefined : amountMinor(value);
}
