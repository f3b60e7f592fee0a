/**
 * Several nodes as one: what they do not all say did not happen (D14). One that lies or lags stops the chain,
 * it never gets money credited.
 */
import { isDeepStrictEqual } from 'node:util';
import { minimum } from '@fairlead/units';
import type { BlockHeader, ChainNode, Movement, NodeIdentity, Proof } from './chain-node.ts';
import { NodeError } from './chain-node.ts';

export class AgreeingNode implements ChainNode {
  readonly #nodes: readonly ChainNode[];

  constructor(nodes: readonly ChainNode[]) {
    this.#nodes = nodes;
  }

  identify(): Promise<NodeIdentity> {
    return this.#agree('network', (node) => node.identify());
  }

  async checkAssets(): Promise<void> {
    for (const node of this.#nodes) await node.checkAssets();
  }

  /** Of the one that is furthest behind. */
  async head(): Promise<number> {
    return Math.min(...(await Promise.all(this.#nodes.map((node) => node.head()))));
  }

  header(height: number): Promise<BlockHeader | undefined> {
    return this.#agree(`block ${height}`, (node) => node.header(height));
  }

  movements(header: BlockHeader): Promise<readonly Movement[]> {
    return this.#agree(`payments of block ${header.height}`, async (node) =>
      (await node.movements(header)).toSorted(
        (left, right) =>
          (left.txId < right.txId ? -1 : left.txId > right.txId ? 1 : 0) ||
          left.outputIndex - right.outputIndex,
      ),
    );
  }

  prove(key: Parameters<ChainNode['prove']>[0]): Promise<Proof> {
    return this.#agree(`transaction ${key.txId}`, (node) => node.prove(key));
  }

  /** The least that any of them says: they need not be at the same block. */
  async balanceOf(holding: Parameters<ChainNode['balanceOf']>[0]): Promise<bigint> {
    const balances = await Promise.all(this.#nodes.map((node) => node.balanceOf(holding)));
    return balances.reduce(minimum);
  }

  async doubtArrival(movement: Movement, header: BlockHeader): Promise<string | undefined> {
    for (const node of this.#nodes) {
      const doubt = await node.doubtArrival?.(movement, header);
      if (doubt !== undefined) return doubt;
    }
    return undefined;
  }

  async #agree<Answer>(what: string, ask: (node: ChainNode) => Promise<Answer>): Promise<Answer> {
    const answers = await Promise.all(this.#nodes.map(ask));
    const [first] = answers;
    if (answers.length === 0 || !answers.every((answer) => isDeepStrictEqual(answer, first)))
      throw new NodeError(`the nodes do not agree on ${what}`);
    return first as Answer;
  }
}
