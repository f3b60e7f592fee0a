/** A chain of blocks behind the HTTP API of Tron's nodes and TronGrid, in the shapes that they answer. */
import { createHash } from 'node:crypto';
import { tronBytes } from '../address.ts';
import { type Answer, HttpNode } from './http-node.ts';

export const NILE = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';
export const TRON = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
/** The contract of USDT on the main network. */
export const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const FAKE_TOKEN = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
export const STRANGER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface TronLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface TronTx {
  readonly id: string;
  readonly from: string;
  readonly type: 'TriggerSmartContract' | 'TransferAssetContract' | 'TransferContract';
  readonly contractRet: string;
  /** Absent for what is no call of a contract. */
  readonly result?: string;
  readonly logs: readonly TronLog[];
}

interface TronBlock {
  readonly id: string;
  readonly height: number;
  readonly parent: string;
  readonly txs: readonly TronTx[];
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const digits = (address: string) => tronBytes(address) ?? '';
const word = (hex: string) => hex.padStart(64, '0');
let count = 0;

export function transferLog(
  to: string,
  units: bigint,
  { token = TOKEN, from = STRANGER } = {},
): TronLog {
  return {
    address: digits(token),
    topics: [TRANSFER, word(digits(from)), word(digits(to))],
    data: word(units.toString(16)),
  };
}

/** A call of a contract that went well, unless it is told otherwise. */
export function trigger(logs: readonly TronLog[], more: Partial<TronTx> = {}): TronTx {
  count += 1;
  return {
    id: digest(`tron ${count}`),
    from: STRANGER,
    type: 'TriggerSmartContract',
    contractRet: 'SUCCESS',
    result: 'SUCCESS',
    logs,
    ...more,
  };
}

export class TronServer extends HttpNode {
  readonly #blocks: TronBlock[];
  /** Blocks at the end that are not solid yet. */
  unsolid = 0;
  decimals = 6;
  /** Units by the 40 hex digits of an address. */
  readonly balances = new Map<string, bigint>();

  constructor(genesis = NILE) {
    super();
    this.#blocks = [{ id: genesis, height: 0, parent: '0'.repeat(64), txs: [] }];
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  mine(txs: readonly TronTx[] = []): void {
    const height = this.#blocks.length;
    const parent = this.#blocks.at(-1)?.id ?? '';
    // The first eight bytes of a block's name are its height.
    const hash = digest(`${parent} ${txs.map(({ id }) => id).join()}`).slice(16);
    this.#blocks.push({ id: height.toString(16).padStart(16, '0') + hash, height, parent, txs });
  }

  /** Tells of a transaction in the last block that is not in it; the block keeps its name. */
  forge(tx: TronTx): void {
    const last = this.#blocks.pop();
    if (last !== undefined) this.#blocks.push({ ...last, txs: [...last.txs, tx] });
  }

  protected override answer(path: string, body: Readonly<Record<string, unknown>>): Answer {
    const solid = this.#blocks.slice(0, this.#blocks.length - this.unsolid);
    const found = solid
      .flatMap((block) => block.txs.map((tx) => ({ block, tx })))
      .find(({ tx }) => tx.id === body['value']);
    switch (path) {
      case '/wallet/triggerconstantcontract':
        return {
          result: { result: true },
          energy_used: 500,
          constant_result: [word(this.decimals.toString(16))],
          transaction: { ret: [{}], visible: true, txID: digest('constant') },
        };
      case '/walletsolidity/triggerconstantcontract': {
        const isBalance = body['function_selector'] === 'balanceOf(address)';
        const held = this.balances.get(String(body['parameter']).slice(-40));
        return isBalance ? { constant_result: [word((held ?? 0n).toString(16))] } : {};
      }
      case '/walletsolidity/getnowblock':
        return blockOf(solid.at(-1));
      case '/walletsolidity/getblockbynum':
        return blockOf(solid[Number(body['num'])]);
      case '/walletsolidity/gettransactioninfobyblocknum': {
        const block = solid[Number(body['num'])];
        return block?.txs.map((tx) => infoOf(tx, block)) ?? [];
      }
      case '/walletsolidity/gettransactioninfobyid':
        return found === undefined ? {} : infoOf(found.tx, found.block);
      case '/walletsolidity/gettransactionbyid':
        return found === undefined ? {} : txOf(found.tx);
      default:
        return undefined;
    }
  }
}

function blockOf(block: TronBlock | undefined) {
  if (block === undefined) return {};
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        ...(block.height > 0 && {
          number: block.height,
          timestamp: 1_800_000_000_000 + block.height * 3_000,
        }),
        txTrieRoot: digest('trie'),
        witness_address: `41${digits(STRANGER)}`,
        parentHash: block.parent,
        version: 31,
      },
      witness_signature: digest('signature'),
    },
    ...(block.txs.length > 0 && { transactions: block.txs.map(txOf) }),
  };
}

function txOf({ id, from, type, contractRet }: TronTx) {
  return {
    ret: [{ contractRet }],
    signature: [digest(id)],
    txID: id,
    raw_data: {
      contract: [
        {
          parameter: {
            value: { owner_address: `41${digits(from)}`, data: 'a9059cbb' },
            type_url: `type.googleapis.com/protocol.${type}`,
          },
          type,
        },
      ],
      ref_block_bytes: '0000',
      expiration: 1_800_000_060_000,
      timestamp: 1_800_000_000_000,
    },
    raw_data_hex: '0a02',
  };
}

function infoOf({ id, result, logs }: TronTx, block: TronBlock) {
  return {
    id,
    blockNumber: block.height,
    blockTimeStamp: 1_800_000_000_000 + block.height * 3_000,
    contractResult: [''],
    receipt: { net_usage: 345, ...(result !== undefined && { energy_usage_total: 1, result }) },
    ...(result !== undefined && { contract_address: `41${digits(TOKEN)}` }),
    ...(logs.length > 0 && { log: logs }),
  };
}
