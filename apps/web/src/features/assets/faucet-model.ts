/** Test funds: what is offered, pure. The server sets the limits and refuses beyond them. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  USDT: ['1000', '10000', '100000'],
  BTC: ['0.1', '0.5', '1'],
  ETH: ['1', '5', '20'],
};
const USUAL_ELSE = ['10', '100', '1000'] as const;

export const usualAmounts = (currency: string): readonly string[] => USUAL[currency] ?? USUAL_ELSE;

/** The middle one, ready to be taken. */
export const firstAmount = (currency: string): string => usualAmounts(currency)[1] ?? '';
