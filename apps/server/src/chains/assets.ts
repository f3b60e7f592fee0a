/** What is credited on a chain, from its settings and the ledger's currencies. */
import type { ChainConfig } from '../core/config/chains.ts';
import type { Chain } from './address.ts';
import type { Asset } from './chain-node.ts';

/** The currencies that a chain brings; the token only where its contract is set. */
const COINS: Readonly<
  Record<Chain, { readonly name: string; readonly decimals: number } | undefined>
> = { ERC20: { name: 'ETH', decimals: 18 }, OMNI: { name: 'BTC', decimals: 8 }, TRC20: undefined };
const TOKEN = 'USDT';

type Terms = Pick<Asset, 'currencyId' | 'scale'>;

/** A token counts as the ledger does: the node's own word is compared with it (D15). */
export async function assetsOf(
  { chain, token }: Pick<ChainConfig, 'chain' | 'token'>,
  termsOf: (currency: string) => Promise<Terms | undefined>,
): Promise<Asset[]> {
  const assets: Asset[] = [];
  const coin = COINS[chain];
  const coinTerms = coin && (await termsOf(coin.name));
  if (coin !== undefined && coinTerms !== undefined)
    assets.push({ ...coinTerms, decimals: coin.decimals });
  const tokenTerms = token === undefined ? undefined : await termsOf(TOKEN);
  if (token !== undefined && tokenTerms !== undefined)
    assets.push({ ...tokenTerms, decimals: tokenTerms.scale, contract: token });
  return assets;
}
