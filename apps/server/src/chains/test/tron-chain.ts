/**
 * A chain of Tron that takes payments, and nodes that tell of it by java-tron's HTTP API: it checks what a node checks
 * (names, signatures, reference blocks, times, balances, energy) by code that shares nothing with the signer's. A node may
 * lie or lag on its own.
 */
import { createHash } from 'node:crypto';
import { tronBytes } from '../address.ts';
import { type Answer, HttpNode } from './http-node.ts';
import { NILE, TOKEN } from './tron-server.ts';
import { readTron, type WireTron } from './tron-wire.ts';

const BLOCK_MS = 3_000;
const DAY_MS = 24 * 60 * 60_000;
/** As many as it takes until two thirds of 27 producers have built upon one. */
const UNSOLID = 19;
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const ENERGY_PRICE = 100n;
const BYTE_PRICE = 1_000n;
const ACCOUNT_PRICE = 1_100_000n;
const ENERGY_KNOWN = 64_285n;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const digits = (address: string) => tronBytes(address) ?? '';
const word = (hex: string) => hex.padStart(64, '0');

interface Mined {
  readonly tx: WireTron;
  readonly result: string;
  readonly fee: bigint;
  readonly moved: bigint | undefined;
}

interface Block {
  readonly height: number;
  readonly id: string;
  readonly timeMs: number;
  readonly mined: readonly Mined[];
}

export class TronChain {
  blocks: Block[] = [];
  readonly pool = new Map<string, WireTron>();
  readonly trx = new Map<string, bigint>();
  readonly tokens = new Map<string, bigint>();
  readonly staked = new Map<string, bigint>();
  /** Of an account that nodes cannot tell of. */
  untold: string | undefined;
  /** Every transaction that reached a node, hex. */
  readonly sent: string[] = [];
  /** What the token does with a transfer. */
  token: 'honest' | 'reverts' | 'takes a fee' | 'moves nothing' = 'honest';
  energy = ENERGY_KNOWN;
  /** What a block takes of it, where it is more than was told. */
  energyInBlocks: bigint | undefined;
  energyPrice = ENERGY_PRICE;

  constructor(timeMs: number) {
    this.blocks = [{ height: 0, id: NILE, timeMs: timeMs - 30 * BLOCK_MS, mined: [] }];
    this.mine(30);
  }

  get timeMs(): number {
    return this.#head.timeMs;
  }

  /** Blocks one after the other; whatever waits is in the first. */
  mine(count = 1): void {
    for (let n = 0; n < count; n += 1) this.#mineAt(this.timeMs + BLOCK_MS);
  }

  /** Until what waits is solid. */
  settle(): void {
    this.mine(UNSOLID + 1);
  }

  /** Time without blocks, then solid ones; the node has forgotten what waited if `forgets`. */
  pass(ms: number, { forgets = false } = {}): void {
    if (forgets) this.pool.clear();
    this.#mineAt(this.timeMs + ms);
    this.settle();
  }

  /** What a node answers to whole bytes. */
  take(raw: string): { readonly result?: true; readonly code?: string; readonly txid: string } {
    this.sent.push(raw);
    const tx = readTron(raw);
    const code = this.#fault(tx);
    if (code !== undefined) return { code, txid: tx.txId };
    this.pool.set(tx.txId, tx);
    return { result: true, txid: tx.txId };
  }

  find(
    txId: unknown,
    isSolid: boolean,
  ): { readonly block: Block; readonly mined: Mined } | undefined {
    for (const block of isSolid ? this.solid : this.blocks) {
      const mined = block.mined.find(({ tx }) => tx.txId === txId);
      if (mined !== undefined) return { block, mined };
    }
    return undefined;
  }

  get solid(): readonly Block[] {
    return this.blocks.slice(0, Math.max(1, this.blocks.length - UNSOLID));
  }

  get #head(): Block {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new Error('a chain without blocks');
    return head;
  }

  #mineAt(timeMs: number): void {
    const before = this.#head;
    const mined: Mined[] = [];
    for (const tx of this.pool.values()) {
      this.pool.delete(tx.txId);
      if (this.#fault(tx) === undefined) mined.push(this.#run(tx));
    }
    const height = before.height + 1;
    const hash = digest(`${before.id} ${mined.map(({ tx }) => tx.txId).join()}`).slice(16);
    this.blocks.push({ height, id: height.toString(16).padStart(16, '0') + hash, timeMs, mined });
  }

  #fault(tx: WireTron): string | undefined {
    if (tx.signer !== tx.owner) return 'SIGERROR';
    if (this.pool.has(tx.txId) || this.find(tx.txId, false)) return 'DUP_TRANSACTION_ERROR';
    const { timeMs } = this.#head;
    if (tx.expiration <= timeMs || tx.expiration > timeMs + DAY_MS)
      return 'TRANSACTION_EXPIRATION_ERROR';
    const reference = this.blocks.find(
      ({ id }) => id.slice(12, 16) === tx.refBytes && id.slice(16, 32) === tx.refHash,
    );
    if (reference === undefined) return 'TAPOS_ERROR';
    const held = this.trx.get(tx.owner) ?? 0n;
    if (tx.contract === undefined && held < tx.units + this.#bandwidth(tx))
      return 'CONTRACT_VALIDATE_ERROR';
    return held < this.#bandwidth(tx) ? 'BANDWITH_ERROR' : undefined;
  }

  #bandwidth({ size }: WireTron): bigint {
    return BigInt(size) * BYTE_PRICE;
  }

  #run(tx: WireTron): Mined {
    const add = (book: Map<string, bigint>, who: string, units: bigint) =>
      book.set(who, (book.get(who) ?? 0n) + units);
    let fee = this.#bandwidth(tx);
    if (tx.contract === undefined) {
      if (!this.trx.has(tx.to)) fee = ACCOUNT_PRICE;
      add(this.trx, tx.owner, -tx.units - fee);
      add(this.trx, tx.to, tx.units);
      return { tx, result: 'SUCCESS', fee, moved: tx.units };
    }
    const energy = this.energyInBlocks ?? this.energy;
    const staked = this.staked.get(tx.owner) ?? 0n;
    const burnt = (energy > staked ? energy - staked : 0n) * this.energyPrice;
    const result = this.#resultOf(tx, { energy, burnt });
    fee += result === 'OUT_OF_ENERGY' ? tx.feeLimit : burnt;
    const held = this.trx.get(tx.owner) ?? 0n;
    fee = fee > held ? held : fee;
    add(this.trx, tx.owner, -fee);
    if (result !== 'SUCCESS' || this.token === 'moves nothing')
      return { tx, result, fee, moved: undefined };
    const moved = this.token === 'takes a fee' ? tx.units - 1n : tx.units;
    add(this.tokens, tx.owner, -tx.units);
    add(this.tokens, tx.to, moved);
    return { tx, result, fee, moved };
  }

  #resultOf(tx: WireTron, { energy, burnt }: { energy: bigint; burnt: bigint }): string {
    const held = (this.trx.get(tx.owner) ?? 0n) - this.#bandwidth(tx);
    if (energy * this.energyPrice > tx.feeLimit || burnt > held) return 'OUT_OF_ENERGY';
    const isShort = (this.tokens.get(tx.owner) ?? 0n) < tx.units;
    return isShort || this.token === 'reverts' ? 'REVERT' : 'SUCCESS';
  }
}

export class TronPeer extends HttpNode {
  readonly #chain: TronChain;
  /** It says that nothing is there, of anything. */
  hidesAll = false;
  /** Its solid part says so, and the rest of it does not. */
  hidesSolid = false;
  /** It is so many blocks behind. */
  behind = 0;
  /** It says that its blocks are of so much later. */
  aheadMs = 0;
  /** What it is asked to send, it keeps. */
  losesCalls = false;
  /** It says that all that it hears of waits there, and keeps it. */
  pretends = false;
  /** It sends, and its answer is lost. */
  losesAnswers = false;
  genesis: string | undefined;
  /** It tells of another result than there is. */
  lie: ((answer: Record<string, unknown>) => object) | undefined;

  constructor(chain: TronChain) {
    super();
    this.#chain = chain;
  }

  protected override answer(path: string, body: Readonly<Record<string, unknown>>): Answer {
    const chain = this.#chain;
    const name = String(body['value']);
    const isSolid = path.startsWith('/walletsolidity/');
    const isHidden = this.hidesAll || (isSolid && this.hidesSolid);
    const solid = chain.solid.slice(0, chain.solid.length - this.behind);
    switch (path) {
      case '/walletsolidity/getnowblock':
        return this.#block(solid.at(-1));
      case '/walletsolidity/getblockbynum':
        return this.#block(solid[Number(body['num'])]);
      case '/walletsolidity/gettransactionbyid':
      case '/wallet/gettransactionbyid': {
        const found = isHidden ? undefined : chain.find(name, isSolid);
        const isThere = found !== undefined && (!isSolid || solid.includes(found.block));
        return isThere ? txOf(found.mined) : {};
      }
      case '/walletsolidity/gettransactioninfobyid': {
        const found = isHidden ? undefined : chain.find(name, true);
        if (found === undefined || !solid.includes(found.block)) return {};
        const info = infoOf(found.mined, found.block);
        return this.lie?.(info) ?? info;
      }
      case '/wallet/gettransactionfrompending': {
        if (this.pretends) return { txID: name, raw_data_hex: '' };
        const pending = isHidden ? undefined : chain.pool.get(name);
        return pending === undefined ? {} : { txID: name, raw_data_hex: pending.rawData };
      }
      case '/wallet/broadcasthex':
        return this.#broadcast(String(body['transaction']));
      default:
        return accountAnswer(chain, path, body);
    }
  }

  #broadcast(raw: string): Answer {
    if (this.losesCalls) return undefined;
    if (this.pretends) return { result: true, txid: readTron(raw).txId };
    const taken = this.#chain.take(raw);
    return this.losesAnswers ? undefined : taken;
  }

  #block(block: Block | undefined): object {
    if (block === undefined) return {};
    const { height, id, timeMs } = block;
    const number = height > 0 ? { number: height, timestamp: timeMs + this.aheadMs } : {};
    const rawData = { ...number, parentHash: '0'.repeat(64), version: 31 };
    const blockID = height === 0 ? (this.genesis ?? id) : id;
    return { blockID, block_header: { raw_data: rawData, witness_signature: digest(id) } };
  }
}

function accountAnswer(
  chain: TronChain,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Answer {
  const address = String(body['address']);
  switch (path) {
    case '/wallet/getaccount': {
      const held = chain.trx.get(address);
      if (address === chain.untold) return { Error: 'class java.lang.NullPointerException : null' };
      return held === undefined ? {} : { address, ...(held > 0n && { balance: Number(held) }) };
    }
    case '/wallet/getaccountresource': {
      const staked = Number(chain.staked.get(address) ?? 0n);
      return { freeNetLimit: 600, ...(staked > 0 && { EnergyLimit: staked }) };
    }
    case '/wallet/getchainparameters':
      return {
        chainParameter: [
          { key: 'getCreateAccountFee', value: 100_000 },
          { key: 'getTransactionFee', value: Number(BYTE_PRICE) },
          { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
          { key: 'getEnergyFee', value: Number(chain.energyPrice) },
          { key: 'getAllowUpdateAccountName' },
        ],
      };
    case '/wallet/triggerconstantcontract': {
      const owner = String(body['owner_address']);
      const held = chain.tokens.get(owner) ?? 0n;
      if (body['function_selector'] === 'balanceOf(address)')
        return constant(word(held.toString(16)));
      const units = BigInt(`0x${String(body['parameter']).slice(64)}`);
      return units > held || chain.token === 'reverts'
        ? { ...constant(''), transaction: { ret: [{ ret: 'FAILED' }] } }
        : { ...constant(word('1')), energy_used: Number(chain.energy) };
    }
    default:
      return undefined;
  }
}

const constant = (result: string) => ({
  result: { result: true },
  energy_used: 935,
  constant_result: [result],
  transaction: { ret: [{}], visible: true, txID: digest('constant') },
});

const txOf = ({ tx, result }: Mined) => ({
  ret: [{ contractRet: result }],
  signature: [tx.signature],
  txID: tx.txId,
  raw_data: { ref_block_bytes: tx.refBytes, ref_block_hash: tx.refHash },
  raw_data_hex: tx.rawData,
});

function infoOf({ tx, result, fee, moved }: Mined, { height, timeMs }: Block) {
  const isCall = tx.contract !== undefined;
  const log = {
    address: digits(TOKEN),
    topics: [TRANSFER, word(digits(tx.owner)), word(digits(tx.to))],
    data: word((moved ?? 0n).toString(16)),
  };
  return {
    id: tx.txId,
    ...(fee > 0n && { fee: Number(fee) }),
    blockNumber: height,
    blockTimeStamp: timeMs,
    contractResult: [''],
    ...(isCall && { contract_address: `41${digits(tx.contract ?? '')}` }),
    receipt: { net_fee: 345_000, ...(isCall && { energy_usage_total: 64_285, result }) },
    ...(result !== 'SUCCESS' && { result: 'FAILED', resMessage: '52455645525420' }),
    ...(isCall && moved !== undefined && { log: [log] }),
  };
}
