/**
 * A Bitcoin node of our own behind Esplora's API, in the shapes that blockstream.info and mempool.space answer. It takes nothing
 * that a real one would not: coins must be there and unspent, signatures right (BIP-143), fees high enough, and what
 * spends the same coin as one that waits must pay more than it by BIP-125.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { foreignTx, isSigned, readTx, type WireTx } from './bitcoin-wire.ts';
import { REGTEST } from './esplora-server.ts';

const DUST = 294n;
/** More of an address's coins than electrs tells of (`--utxos-limit`). */
const COINS_MAX = 500;
const TOO_MANY = Symbol('too many coins');
const pointOf = (txId: string, index: number): string => `${txId}:${index}`;

export class BitcoinChain {
  readonly #server: http.Server;
  #blocks: WireTx[][] = [[]];
  #mempool = new Map<string, WireTx>();
  readonly #scripts = new Map<string, string>();
  #count = 0;
  /** Satoshis a virtual byte, for every number of blocks. */
  rate = 2.1;
  genesis = REGTEST;
  /** Everything that was sent to it, also what it did not take. */
  readonly sent: string[] = [];
  /** Takes what is sent and then drops the line. */
  losesAnswers = false;
  /** Drops the line before it takes anything. */
  losesCalls = false;
  /** Tells of transactions that their bytes are other ones. */
  lie: ((raw: string) => string) | undefined;

  constructor() {
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        if (request.method === 'POST') return this.#take(body, response);
        const answer = this.#answer(request.url ?? '');
        if (answer === undefined) return response.writeHead(404).end('not found');
        if (answer === TOO_MANY)
          return response
            .writeHead(400)
            .end(
              `Too many unspent transaction outputs (>${COINS_MAX}). Contact support to raise limits.`,
            );
        return response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  get mempool(): readonly WireTx[] {
    return [...this.#mempool.values()];
  }

  /** Pays an output from outside, in a block of its own. */
  fund(address: string, script: string, units: bigint): void {
    this.#scripts.set(script, address);
    this.#count += 1;
    const outputs = [
      { units: 0n, script: '6a0568656c6c6f' },
      { units, script },
    ];
    this.#blocks.push([foreignTx(`fund ${this.#count}`, outputs)]);
  }

  /** Tells it whose a script is, which a real node reads off it. */
  know(address: string, script: string): void {
    this.#scripts.set(script, address);
  }

  /** As many outputs of next to nothing as strangers like to pay, in one block. */
  dust(address: string, script: string, times: number): void {
    this.#scripts.set(script, address);
    this.#count += 1;
    const txs = Array.from({ length: times }, (_, n) =>
      foreignTx(`dust ${this.#count} ${n}`, [{ units: DUST, script }]),
    );
    this.#blocks.push(txs);
  }

  /** Blocks with what waits; `only` leaves the rest waiting. */
  mine(times = 1, only?: (tx: WireTx) => boolean): void {
    for (let block = 0; block < times; block += 1) {
      const txs = this.mempool.filter((tx) => only?.(tx) ?? true);
      for (const { txId } of txs) this.#mempool.delete(txId);
      this.#blocks.push(txs);
    }
  }

  /** A transaction that this node never passed on, mined all the same: what spends its coins too goes. */
  mineRaw(raw: string): void {
    const tx = readTx(raw);
    for (const { txId } of this.#conflicts(tx)) this.#mempool.delete(txId);
    this.#mempool.set(tx.txId, tx);
    this.mine(1, ({ txId }) => txId === tx.txId);
  }

  /** Takes blocks away; what was in them waits again. */
  orphan(depth: number): void {
    for (const tx of this.#blocks.splice(-depth).flat())
      if (tx.inputs.length > 0) this.#mempool.set(tx.txId, tx);
  }

  /** Forgets what waits, as a node that is full or was started anew. */
  /** As it was at the beginning, but for its blocks. */
  reset(): void {
    this.rate = 2.1;
    this.losesAnswers = false;
    this.losesCalls = false;
    this.lie = undefined;
    this.forget();
  }

  forget(): void {
    this.#mempool.clear();
  }

  /** What a script got in blocks, in all. */
  paid(script: string): bigint {
    const outputs = this.#blocks.flat().flatMap((tx) => tx.outputs);
    return outputs.reduce((sum, out) => (out.script === script ? sum + out.units : sum), 0n);
  }

  #find(txId: string): WireTx | undefined {
    return this.#mempool.get(txId) ?? this.#blocks.flat().find((tx) => tx.txId === txId);
  }

  #spenders(txs: readonly WireTx[]): Map<string, WireTx> {
    const spenders = new Map<string, WireTx>();
    for (const tx of txs)
      for (const { txId, index } of tx.inputs) spenders.set(pointOf(txId, index), tx);
    return spenders;
  }

  #conflicts(tx: WireTx): WireTx[] {
    const waiting = this.#spenders(this.mempool);
    const found = tx.inputs.flatMap(({ txId, index }) => waiting.get(pointOf(txId, index)) ?? []);
    return [...new Set(found)].filter(({ txId }) => txId !== tx.txId);
  }

  #feeOf(tx: WireTx): bigint {
    const worth = tx.inputs.map(({ txId, index }) => this.#find(txId)?.outputs[index]?.units ?? 0n);
    const sum = (all: readonly bigint[]) => all.reduce((total, units) => total + units, 0n);
    return sum(worth) - sum(tx.outputs.map(({ units }) => units));
  }

  /** What a node answers where it does not take it; the words are Bitcoin Core's. */
  #refusal(tx: WireTx): string | undefined {
    const mined = this.#spenders(this.#blocks.flat());
    for (const [n, { txId, index }] of tx.inputs.entries()) {
      const spent = this.#find(txId)?.outputs[index];
      if (spent === undefined || mined.has(pointOf(txId, index)))
        return 'bad-txns-inputs-missingorspent';
      if (!isSigned(tx, n, spent)) return 'mandatory-script-verify-flag-failed';
    }
    if (tx.outputs.some(({ units }) => units < DUST)) return 'dust';
    const fee = this.#feeOf(tx);
    const size = BigInt(tx.virtualSize);
    if (fee < size) return 'min relay fee not met';
    const others = this.#conflicts(tx);
    const paid = others.reduce((sum, other) => sum + this.#feeOf(other), 0n);
    const isOpen = others.every(({ inputs }) =>
      inputs.some(({ sequence }) => sequence < 0xfffffffe),
    );
    if (!isOpen) return 'txn-mempool-conflict';
    const isDearer = others.every(
      (other) => fee * BigInt(other.virtualSize) > this.#feeOf(other) * size,
    );
    if (others.length > 0 && (!isDearer || fee < paid + size)) return 'insufficient fee';
    return undefined;
  }

  #take(raw: string, response: http.ServerResponse): void {
    this.sent.push(raw);
    if (this.losesCalls) {
      response.destroy();
      return;
    }
    let refusal: string | undefined;
    try {
      const tx = readTx(raw);
      refusal = this.#refusal(tx);
      if (refusal === undefined) {
        for (const { txId } of this.#conflicts(tx)) this.#mempool.delete(txId);
        this.#mempool.set(tx.txId, tx);
      }
    } catch (error) {
      refusal = error instanceof Error ? error.message : 'error';
    }
    if (this.losesAnswers) response.destroy();
    else if (refusal === undefined) response.end(readTx(raw).txId);
    else
      response
        .writeHead(400)
        .end(`sendrawtransaction RPC error: {"code":-26,"message":"${refusal}"}`);
  }

  #status(txId: string) {
    const height = this.#blocks.findIndex((txs) => txs.some((tx) => tx.txId === txId));
    return height < 0 ? { confirmed: false } : { confirmed: true, block_height: height };
  }

  #answer(path: string): unknown {
    const [, kind = '', name = '', part, index, after] = path.split('/');
    if (path === '/blocks/tip/height') return String(this.height);
    if (path === '/block-height/0') return this.genesis;
    if (path === '/fee-estimates')
      return Object.fromEntries([1, 2, 3, 6, 144].map((target) => [target, this.rate]));
    if (kind === 'address' && part === 'utxo') {
      const coins = this.#coins(name);
      return coins.length > COINS_MAX ? TOO_MANY : coins;
    }
    if (kind === 'address' && part === 'txs')
      return index === 'mempool'
        ? this.#history(name, this.mempool).slice(0, 50)
        : this.#page(this.#history(name, this.#blocks.flat()), after);
    if (kind === 'address') return this.#stats(name);
    if (kind !== 'tx') return undefined;
    if (part === 'status') return this.#status(name);
    const tx = this.#find(name);
    if (tx === undefined) return undefined;
    if (part === 'hex') return this.lie?.(tx.raw) ?? tx.raw;
    if (part !== 'outspend') return undefined;
    const all = [...this.#blocks.flat(), ...this.mempool];
    const spender = this.#spenders(all).get(pointOf(name, Number(index)));
    if (spender === undefined) return { spent: false };
    return { spent: true, txid: spender.txId, vin: 0, status: this.#status(spender.txId) };
  }

  /** What pays an address or spends from it, the newest first, as Esplora lists it. */
  #history(address: string, txs: readonly WireTx[]) {
    const isOf = (script: string | undefined) =>
      script !== undefined && this.#scripts.get(script) === address;
    return txs
      .filter(
        ({ inputs, outputs }) =>
          outputs.some(({ script }) => isOf(script)) ||
          inputs.some(({ txId, index }) => isOf(this.#find(txId)?.outputs[index]?.script)),
      )
      .map(({ txId, inputs, outputs }) => ({
        txid: txId,
        vin: inputs.map((input) => ({ txid: input.txId, vout: input.index })),
        vout: outputs.map(({ script, units }) => {
          const paid = this.#scripts.get(script);
          return {
            ...{ scriptpubkey: script, value: Number(units) },
            ...(paid !== undefined && { scriptpubkey_address: paid }),
          };
        }),
        status: this.#status(txId),
      }))
      .reverse();
  }

  #page<Entry extends { readonly txid: string }>(all: readonly Entry[], after?: string) {
    const from = after === undefined ? 0 : all.findIndex(({ txid }) => txid === after) + 1;
    return all.slice(from, from + 25);
  }

  #stats(address: string) {
    const count = (txs: readonly WireTx[]) => {
      const sum = (outputs: readonly { readonly script: string; readonly units: bigint }[]) =>
        Number(
          outputs
            .filter(({ script }) => this.#scripts.get(script) === address)
            .reduce((total, { units }) => total + units, 0n),
        );
      const spent = txs
        .flatMap(({ inputs }) => inputs)
        .flatMap(({ txId, index }) => this.#find(txId)?.outputs[index] ?? []);
      return {
        tx_count: txs.filter(({ outputs }) =>
          outputs.some(({ script }) => this.#scripts.get(script) === address),
        ).length,
        funded_txo_sum: sum(txs.flatMap(({ outputs }) => outputs)),
        spent_txo_sum: sum(spent),
      };
    };
    return { address, chain_stats: count(this.#blocks.flat()), mempool_stats: count(this.mempool) };
  }

  #coins(address: string) {
    const spent = this.#spenders([...this.#blocks.flat(), ...this.mempool]);
    return [...this.#blocks.flat(), ...this.mempool].flatMap(({ txId, outputs }) =>
      outputs.flatMap(({ script, units }, vout) =>
        this.#scripts.get(script) !== address || spent.has(pointOf(txId, vout))
          ? []
          : [{ txid: txId, vout, value: Number(units), status: this.#status(txId) }],
      ),
    );
  }
}
