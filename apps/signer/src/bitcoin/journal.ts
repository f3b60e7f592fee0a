/**
 * What the Bitcoin signer has signed, on disk before anything is sent. A payment is one withdrawal's; it has one version or
 * several, each of which spends the very same coins as the first, so a chain holds one of them at most. Only when
 * it is final that none can ever be in a block is there another payment for the same withdrawal.
 */
import * as z from 'zod/mini';
import { LineFile } from '../line-file.ts';

const zDigits = z.string().check(z.regex(/^\d{1,16}$/));
const zHex = z.string().check(z.regex(/^([0-9a-f]{2})+$/));
const zTxId = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zTime = z.number().check(z.int());

const zLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('signed'),
    id: z.number().check(z.int(), z.gt(0)),
    intent_hash: z.string(),
    /** What its owner's passkey signed, hex. */
    signed: z.optional(z.string()),
    address: z.string(),
    /** Satoshis. */
    units: zDigits,
    fee: zDigits,
    /** Satoshis a virtual byte. */
    rate: zDigits,
    coins: z.array(z.strictObject({ tx_id: zTxId, index: z.number(), units: zDigits })),
    tx_id: zTxId,
    raw: zHex,
    /** The payment's first version. */
    replaces: z.optional(zTxId),
    time: zTime,
  }),
  /** The exchange knows the withdrawal by this name. */
  z.strictObject({ kind: z.literal('announced'), tx_id: zTxId, time: zTime }),
  /** From here on it may be on its way, whatever the node says. */
  z.strictObject({ kind: z.literal('broadcast'), tx_id: zTxId, time: zTime }),
  /** The exchange wants it no longer: it may be on its way, and is never sent again. */
  z.strictObject({ kind: z.literal('stopped'), tx_id: zTxId, reason: z.string(), time: zTime }),
  z.strictObject({
    kind: z.literal('final'),
    tx_id: zTxId,
    /** refused: the exchange did not want it, and it was never sent. */
    state: z.enum(['sent', 'failed', 'refused']),
    reason: z.optional(z.string()),
    time: zTime,
  }),
]);
type Line = z.infer<typeof zLine>;
type Signed = Extract<Line, { kind: 'signed' }>;

export type FinalState = 'sent' | 'failed' | 'refused';

export interface UsedCoin {
  readonly txId: string;
  readonly index: number;
  readonly units: bigint;
}

/** What is signed as one transaction. */
export interface NewVersion {
  readonly id: number;
  readonly intentHash: string;
  readonly signed: string | undefined;
  readonly address: string;
  readonly units: bigint;
  readonly fee: bigint;
  readonly rate: bigint;
  readonly coins: readonly UsedCoin[];
  readonly txId: string;
  readonly raw: string;
  readonly signedAtMs: number;
}

export interface Version extends NewVersion {
  readonly isBroadcast: boolean;
  readonly isStopped: boolean;
  readonly final: FinalState | undefined;
}

/** One withdrawal's transactions that exclude each other. */
export interface Payment {
  readonly id: number;
  readonly versions: readonly Version[];
  /** By which the exchange knows it. */
  readonly named: string | undefined;
  readonly final: FinalState | undefined;
}

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

const isSameCoin = (one: UsedCoin, other: UsedCoin): boolean =>
  one.txId === other.txId && one.index === other.index;

export class BitcoinJournal {
  readonly #file: LineFile;
  readonly #versions = new Map<string, Version>();
  /** Names of a payment's versions by that of its first. */
  readonly #payments = new Map<string, string[]>();
  readonly #firstOf = new Map<string, string>();
  readonly #named = new Map<string, string>();

  /** Opens or begins a journal. Throws JournalError when a line in its middle cannot be read. */
  constructor(file: string) {
    this.#file = new LineFile(file);
    for (const line of this.#file.lines) this.#apply(readLine(line));
  }

  /** In the order in which they were signed first. */
  payments(): readonly Payment[] {
    return [...this.#payments.keys()].map((first) => this.#payment(first));
  }

  versions(): readonly Version[] {
    return [...this.#versions.values()];
  }

  /** Of one withdrawal the latest. */
  latest(id: number): Payment | undefined {
    return this.payments().findLast((payment) => payment.id === id);
  }

  /** Throws JournalError for a version that does not spend exactly what the payment's first one spends. */
  signed(version: NewVersion, replaces?: Payment): void {
    const first = replaces?.versions[0];
    const isOne = first === undefined || first.coins.length === version.coins.length;
    const isTied = first?.coins.every((coin) => version.coins.some((one) => isSameCoin(one, coin)));
    if (!isOne || isTied === false) throw new JournalError('another version spends other coins');
    this.#append({
      kind: 'signed',
      id: version.id,
      intent_hash: version.intentHash,
      ...(version.signed !== undefined && { signed: version.signed }),
      address: version.address,
      units: String(version.units),
      fee: String(version.fee),
      rate: String(version.rate),
      coins: version.coins.map(({ txId, index, units }) => ({
        tx_id: txId,
        index,
        units: String(units),
      })),
      tx_id: version.txId,
      raw: version.raw,
      ...(first !== undefined && { replaces: first.txId }),
      time: version.signedAtMs,
    });
  }

  announced(txId: string, timeMs: number): void {
    this.#append({ kind: 'announced', tx_id: txId, time: timeMs });
  }

  broadcast(txId: string, timeMs: number): void {
    this.#append({ kind: 'broadcast', tx_id: txId, time: timeMs });
  }

  stopped(txId: string, reason: string, timeMs: number): void {
    this.#append({ kind: 'stopped', tx_id: txId, reason, time: timeMs });
  }

  final(txId: string, state: FinalState, of: { reason: string | undefined; timeMs: number }): void {
    const { reason, timeMs } = of;
    const why = reason === undefined ? {} : { reason };
    this.#append({ kind: 'final', tx_id: txId, state, ...why, time: timeMs });
  }

  close(): void {
    this.#file.close();
  }

  #payment(first: string): Payment {
    const versions = (this.#payments.get(first) ?? []).map((txId) => this.#version(txId));
    const ends = new Set(versions.map(({ final }) => final));
    const isOver = ends.has('sent') || ends.has('failed') || !ends.has(undefined);
    const end = ends.has('sent') ? 'sent' : ends.has('failed') ? 'failed' : 'refused';
    const { id } = this.#version(first);
    const named = this.#named.get(first);
    return { id, versions, named, final: isOver ? end : undefined };
  }

  #append(line: Line): void {
    this.#file.append(zLine.parse(line));
    this.#apply(line);
  }

  #apply(line: Line): void {
    if (line.kind === 'signed') {
      this.#begin(line);
      return;
    }
    const version = this.#version(line.tx_id);
    if (line.kind === 'announced') this.#named.set(this.#first(line.tx_id), line.tx_id);
    else this.#versions.set(line.tx_id, { ...version, ...changeOf(line) });
  }

  #begin(line: Signed): void {
    if (this.#versions.has(line.tx_id)) throw new JournalError(`${line.tx_id} is there twice`);
    const first = line.replaces ?? line.tx_id;
    const names = this.#payments.get(first) ?? [];
    if (names.length === 0 && line.replaces !== undefined)
      throw new JournalError(`${first} was never signed`);
    this.#payments.set(first, [...names, line.tx_id]);
    this.#firstOf.set(line.tx_id, first);
    this.#versions.set(line.tx_id, {
      id: line.id,
      intentHash: line.intent_hash,
      signed: line.signed,
      address: line.address,
      units: BigInt(line.units),
      fee: BigInt(line.fee),
      rate: BigInt(line.rate),
      coins: line.coins.map(({ tx_id: txId, index, units }) => ({
        txId,
        index,
        units: BigInt(units),
      })),
      txId: line.tx_id,
      raw: line.raw,
      signedAtMs: line.time,
      isBroadcast: false,
      isStopped: false,
      final: undefined,
    });
  }

  #first(txId: string): string {
    return this.#firstOf.get(txId) ?? txId;
  }

  #version(txId: string): Version {
    const version = this.#versions.get(txId);
    if (version === undefined) throw new JournalError(`${txId} was never signed`);
    return version;
  }
}

function changeOf(line: Exclude<Line, { kind: 'signed' | 'announced' }>): Partial<Version> {
  switch (line.kind) {
    case 'broadcast':
      return { isBroadcast: true };
    case 'stopped':
      return { isStopped: true };
    case 'final':
      return { final: line.state };
  }
}

function readLine(text: string): Line {
  try {
    return zLine.parse(JSON.parse(text));
  } catch {
    throw new JournalError('the journal holds a line that cannot be read; nothing is signed on it');
  }
}
