/** A chain of blocks behind Esplora's API, in the shapes that blockstream.info and mempool.space answer. */
import { createHash } from 'node:crypto';
import { type Answer, HttpNode } from './http-node.ts';

export const SIGNET = '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6';
export const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
export const BITCOIN = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

export interface EsploraTx {
  readonly txid: string;
  /** Addresses that pay; none makes it a block's reward. */
  readonly from: readonly string[];
  readonly to: readonly (readonly [address: string | undefined, sats: number])[];
}

interface EsploraBlock {
  readonly hash: string;
  readonly height: number;
  readonly previous: string | null;
  readonly txs: readonly EsploraTx[];
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
let count = 0;

/** A transaction with a name of its own. */
export function payment(
  to: EsploraTx['to'],
  from: EsploraTx['from'] = ['tb1q7gcav9rlnhn0t9wk6r6xlvr3w4mkyj0hf44v08'],
): EsploraTx {
  count += 1;
  return { txid: digest(`tx ${count}`), from, to };
}

export class EsploraServer extends HttpNode {
  readonly #blocks: EsploraBlock[];
  readonly mempool: EsploraTx[] = [];
  /** Leaves the last transaction of each page out, as a broken proxy would. */
  isShort = false;

  constructor(genesis = SIGNET) {
    super();
    this.#blocks = [{ hash: genesis, height: 0, previous: null, txs: [] }];
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  /** Adds a block; a branch gives it another hash. */
  mine(txs: readonly EsploraTx[] = [], branch = ''): void {
    const previous = this.#blocks.at(-1)?.hash ?? null;
    const height = this.#blocks.length;
    const hash = digest(`${previous} ${height} ${branch} ${txs.map(({ txid }) => txid).join()}`);
    const reward = payment([['tb1q7gcav9rlnhn0t9wk6r6xlvr3w4mkyj0hf44v08', 312_500_000]], []);
    this.#blocks.push({ hash, height, previous, txs: [reward, ...txs] });
  }

  /** Takes the newest blocks away. */
  orphan(depth: number): void {
    this.#blocks.splice(-depth);
  }

  protected override answer(path: string): Answer {
    const [, kind = '', name = '', part, start = '0'] = path.split('/');
    if (path === '/blocks/tip/height') return String(this.height);
    if (kind === 'block-height') return this.#blocks[Number(name)]?.hash;
    if (kind === 'tx') return this.#tx(name);
    if (kind === 'address') return this.#address(name);
    const block = this.#blocks.find(({ hash }) => hash === name);
    if (kind !== 'block' || block === undefined) return undefined;
    if (part === undefined)
      return {
        id: block.hash,
        height: block.height,
        version: 0x20000000,
        timestamp: 1_800_000_000 + block.height * 600,
        tx_count: block.txs.length,
        size: 285,
        weight: 1_140,
        merkle_root: digest(block.hash),
        previousblockhash: block.previous,
        mediantime: 1_800_000_000,
        nonce: 0,
        bits: 0x1d00ffff,
        difficulty: 1,
      };
    const page = block.txs.slice(Number(start), Number(start) + 25);
    return (this.isShort ? page.slice(0, -1) : page).map((tx) => shape(tx, block));
  }

  /** What an address got in blocks, and half of it spent; what waits counts apart. */
  #address(address: string): Answer {
    const sumOf = (txs: readonly EsploraTx[]) =>
      txs.flatMap(({ to }) => to).reduce((sum, [to, sats]) => sum + (to === address ? sats : 0), 0);
    const funded = sumOf(this.#blocks.flatMap(({ txs }) => txs));
    const stats = { tx_count: 1, funded_txo_count: 1, spent_txo_count: 1 };
    return {
      address,
      chain_stats: { ...stats, funded_txo_sum: funded, spent_txo_sum: funded / 2 },
      mempool_stats: { ...stats, funded_txo_sum: sumOf(this.mempool), spent_txo_sum: 0 },
    };
  }

  #tx(txid: string): Answer {
    for (const block of this.#blocks) {
      const tx = block.txs.find((one) => one.txid === txid);
      if (tx !== undefined) return shape(tx, block);
    }
    const waiting = this.mempool.find((one) => one.txid === txid);
    return waiting && shape(waiting, undefined);
  }
}

function shape({ txid, from, to }: EsploraTx, block: EsploraBlock | undefined) {
  const isCoinbase = from.length === 0;
  const inputs = isCoinbase ? [undefined] : from;
  return {
    txid,
    version: 2,
    locktime: 0,
    vin: inputs.map((address) => ({
      txid: digest(`in ${txid}`),
      vout: 0,
      prevout:
        address === undefined
          ? null
          : {
              scriptpubkey: '0014',
              scriptpubkey_asm: 'OP_0',
              scriptpubkey_type: 'v0_p2wpkh',
              scriptpubkey_address: address,
              value: 1,
            },
      scriptsig: '',
      is_coinbase: isCoinbase,
      sequence: 0xfffffffd,
    })),
    vout: to.map(([address, value]) => ({
      scriptpubkey: '0014',
      scriptpubkey_asm: 'OP_0',
      scriptpubkey_type: address === undefined ? 'op_return' : 'v0_p2wpkh',
      ...(address !== undefined && { scriptpubkey_address: address }),
      value,
    })),
    size: 222,
    weight: 561,
    fee: isCoinbase ? 0 : 141,
    status:
      block === undefined
        ? { confirmed: false }
        : {
            confirmed: true,
            block_height: block.height,
            block_hash: block.hash,
            block_time: 1_800_000_000 + block.height * 600,
          },
  };
}
