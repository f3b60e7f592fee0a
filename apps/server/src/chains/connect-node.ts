/** Makes the adapter of a configured chain; with several URLs all of them must agree (D14). */
import type { ChainConfig } from '../core/config/chains.ts';
import { AgreeingNode } from './agreeing-node.ts';
import type { Asset, ChainNode } from './chain-node.ts';

export async function connectNode(
  config: ChainConfig,
  assets: readonly Asset[],
): Promise<ChainNode> {
  const [first, ...others] = await connectEach(config, assets);
  if (first === undefined) throw new Error(`${config.chain} has no node`);
  return others.length === 0 ? first : new AgreeingNode([first, ...others]);
}

/** The adapter of each URL by itself. */
export async function connectEach(
  config: ChainConfig,
  assets: readonly Asset[],
): Promise<readonly ChainNode[]> {
  return config.urls.map(await makerOf(config, assets));
}

/** Loaded only where it is configured: viem alone takes longer to load than the rest of the server. */
async function makerOf(
  { chain }: ChainConfig,
  assets: readonly Asset[],
): Promise<(url: string) => ChainNode> {
  const coin = assets.find(({ contract }) => contract === undefined);
  const token = assets.find(hasContract);
  switch (chain) {
    case 'ERC20': {
      const { EvmNode } = await import('./evm-node.ts');
      if (coin === undefined) throw new Error('ETH is no currency');
      return (url) => new EvmNode(url, { coin, ...(token !== undefined && { token }) });
    }
    case 'OMNI': {
      const { BitcoinNode } = await import('./bitcoin-node.ts');
      if (coin === undefined) throw new Error('BTC is no currency');
      return (url) => new BitcoinNode(url, coin);
    }
    case 'TRC20': {
      const { TronNode } = await import('./tron-node.ts');
      if (token === undefined) throw new Error('USDT is no currency');
      return (url) => new TronNode(url, token);
    }
  }
}

function hasContract(asset: Asset): asset is Asset & { readonly contract: string } {
  return asset.contract !== undefined;
}
