/** A claim of a deposit: state, what it costs to be wrong, and the request; pure. */

import type { Chain, CurrencyInfo, RequestOf } from '@fairlead/contract';
import { compareDecimals, finishDecimal } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { type ChainTerms, termsOf } from '../custody/chains.ts';
import type { Way } from './deposit-query.ts';

export interface ClaimState {
  /** As typed, may be unfinished. */
  readonly amount: string;
  readonly tx_id: string;
}
export const EMPTY_CLAIM: ClaimState = { amount: '', tx_id: '' };

export interface ClaimChoice {
  readonly currency: CurrencyInfo | undefined;
  readonly way: Way;
  readonly chain: Chain | undefined;
}

export type ClaimProblem = 'required' | 'belowMinimum';

export const claimTerms = ({ currency, way, chain }: ClaimChoice): ChainTerms | undefined =>
  way === 'bank' || chain !== undefined
    ? termsOf(currency, way === 'bank' ? undefined : chain)
    : undefined;

/** As the server takes it: without blanks around it. */
export const cleanTxId = (text: string): string => text.trim();
export const isTxId = (text: string): boolean => /^(0x)?[\da-f]{64}$/i.test(text);

export function amountProblem(
  amount: string,
  minimum: string | undefined,
): ClaimProblem | undefined {
  const finished = finishDecimal(amount);
  if (finished === undefined || isZeroDecimal(finished)) return 'required';
  if (minimum !== undefined && compareDecimals(finished, minimum) === -1) return 'belowMinimum';
  return undefined;
}

export function claimRequest(
  state: ClaimState,
  choice: ClaimChoice,
  proof: number,
): RequestOf<'claimDeposit'> {
  const txId = cleanTxId(state.tx_id);
  const isBank = choice.way === 'bank';
  return {
    kind: isBank ? 'bank' : 'crypto',
    currency_id: choice.currency?.currency_id ?? 0,
    ...(!isBank && choice.chain !== undefined && { chain: choice.chain }),
    ...(!isBank && txId !== '' && { tx_id: txId }),
    amount: finishDecimal(state.amount) ?? '',
    proof,
  };
}
