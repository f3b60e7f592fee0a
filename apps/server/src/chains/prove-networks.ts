/** Whether the nodes that the settings name serve the networks of the mode: asked before a first start writes anything. */
import type { ChainConfig } from '../core/config/chains.ts';
import type { Config } from '../core/config/config.ts';
import { StartRefusedError } from '../core/store/database.ts';
import { namedCurrency } from '../market/index.ts';
import { assetsOf } from './assets.ts';
import { ChainMismatchError, type ChainNode, identityOf } from './chain-node.ts';
import { connectEach, connectNode } from './connect-node.ts';

/** A node that says nothing for so long is asked again by its watcher. */
const ANSWER_MS = 10_000;

/** Throws StartRefusedError for a node of another network; one that does not answer stops nothing. */
export async function proveNetworks({
  chains,
  isDemo,
}: Pick<Config, 'chains' | 'isDemo'>): Promise<void> {
  const network = isDemo ? 'test' : 'main';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS);
  });
  const asked = chains.chains.map((config) => prove(config, network));
  await Promise.race([Promise.all(asked), late]).finally(() => clearTimeout(timer));
}

/** As a first start has them: which network a node serves does not hang on them. */
const firstAssets = (config: ChainConfig) => assetsOf(config, async (name) => namedCurrency(name));

/** Each node of a chain by itself, to be asked which network it serves and how far it is. */
export async function connectNodes(
  config: ChainConfig,
): Promise<readonly Pick<ChainNode, 'identify' | 'head'>[]> {
  return connectEach(config, await firstAssets(config));
}

async function prove(config: ChainConfig, network: 'test' | 'main'): Promise<void> {
  const node = await connectNode(config, await firstAssets(config));
  try {
    await identityOf(node, network);
  } catch (error) {
    if (error instanceof ChainMismatchError)
      throw new StartRefusedError(`${config.chain}: ${error.message}`);
  }
}
