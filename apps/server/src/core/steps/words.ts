/**
 * Words that rows of steps say often, by their place here: a step that is kept names them by it, so words are added at the end
 * only, and none is taken out or moved. One that is not here is written out.
 */
export const WORDS = [
  ...['buy', 'sell', 'limit', 'market', 'gtc', 'ioc', 'fok', 'post_only'],
  ...['waiting', 'completed', 'cancelled', 'user', 'remainder', 'self_trade', 'market_terms'],
  ...['operator', 'timer', 'expired', 'other_leg', 'expire_maker', 'expire_both'],
  ...['coin', 'option', 'contract', 'trust'],
  ...['deposit', 'faucet', 'withdrawal', 'correction', 'transfer', 'trade', 'futures_open'],
  ...['futures_close', 'option_purchase', 'option_delivery', 'hosting_interest'],
  ...['hosting_redemption', 'subscription', 'rebate_payout'],
  ...['stop', 'take_profit', 'trailing_stop', 'fill', 'index', 'last', 'pending', 'triggered'],
  ...['long', 'short', 'holding', 'closed', 'rise', 'fall', 'even', 'open', 'settled'],
  ...['win', 'lose', 'flat', 'refunded'],
  ...['oco', 'oto', 'otoco', 'done', 'filled', 'placed', 'refused'],
  ...['family_transfer'],
] as const;

const CODES: ReadonlyMap<string, number> = new Map(WORDS.map((word, at) => [word, at + 1]));

/** From 1 on; 0 is of none. */
export const codeOf = (word: string): number => CODES.get(word) ?? 0;
export const wordOf = (code: number): string | undefined => WORDS[code - 1];
