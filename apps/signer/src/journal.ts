/**
 * What the signer has signed, on disk before anything is sent. One line a step, only ever added to and synced to
 * the disk before the step counts. Whatever ends the process, the same bytes are sent again and no others.
 */
import type { Hex } from 'viem';
import * as z from 'zod/mini';
import { LineFile } from './line-file.ts';

const zDigits = z.string().check(z.regex(/^\d{1,78}$/));
const zHex = z.string().check(z.regex(/^0x[0-9a-f]+$/));
const zTxId = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
const zTime = z.number().check(z.int());

const zLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('signed'),
    id: z.number().check(z.int(), z.gt(0)),
    intent_hash: z.string(),
    /** What its owner's passkey signed, hex. */
    signed: z.optional(z.string()),
    currency_id: z.number(),
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    /** Chain units. */
    units: zDigits,
    nonce: z.number().check(z.int(), z.gte(0)),
    tx_id: zTxId,
    raw: zHex,
    time: zTime,
  }),
  /** The exchange took note of the transaction: nobody else will send this withdrawal. */
  z.strictObject({ kind: z.literal('announced'), tx_id: zTxId, time: zTime }),
  /** From here on the transaction may be on its way, whatever the node says. */
  z.strictObject({ kind: z.literal('broadcast'), tx_id: zTxId, time: zTime }),
  /** The exchange wants it no longer: it may be on its way, and is never sent again. */
  z.strictObject({
    kind: z.literal('stopped'),
    tx_id: zTxId,
    reason: z.string(),
    time: zTime,
  }),
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

export type FinalState = 'sent' | 'failed' | 'refused';

/** One signed transaction of a withdrawal. */
export interface JournalEntry {
  readonly id: number;
  readonly intentHash: string;
  readonly signed: string | undefined;
  readonly currencyId: number;
  readonly address: Hex;
  readonly units: bigint;
  readonly nonce: number;
  readonly txId: Hex;
  readonly raw: Hex;
  readonly signedAtMs: number;
  readonly isAnnounced: boolean;
  readonly isBroadcast: boolean;
  readonly isStopped: boolean;
  readonly final: FinalState | undefined;
  readonly reason: string | undefined;
}

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

export class Journal {
  readonly #file: LineFile;
  readonly #entries = new Map<string, JournalEntry>();

  /** Opens or begins a journal. Throws JournalError when a line in its middle cannot be read. */
  constructor(file: string) {
    this.#file = new LineFile(file);
    for (const line of this.#file.lines) this.#apply(readLine(line));
  }

  /** In the order in which they were signed. */
  entries(): readonly JournalEntry[] {
    return [...this.#entries.values()];
  }

  /** All transactions of one withdrawal, the latest last. */
  of(id: number): readonly JournalEntry[] {
    return this.entries().filter((entry) => entry.id === id);
  }

  signed(
    entry: Omit<JournalEntry, 'isAnnounced' | 'isBroadcast' | 'isStopped' | 'final' | 'reason'>,
  ): JournalEntry {
    this.#append({
      kind: 'signed',
      id: entry.id,
      intent_hash: entry.intentHash,
      ...(entry.signed !== undefined && { signed: entry.signed }),
      currency_id: entry.currencyId,
      address: entry.address,
      units: String(entry.units),
      nonce: entry.nonce,
      tx_id: entry.txId,
      raw: entry.raw,
      time: entry.signedAtMs,
    });
    return this.#entry(entry.txId);
  }

  announced({ txId }: JournalEntry, timeMs: number): JournalEntry {
    this.#append({ kind: 'announced', tx_id: txId, time: timeMs });
    return this.#entry(txId);
  }

  broadcast({ txId }: JournalEntry, timeMs: number): JournalEntry {
    this.#append({ kind: 'broadcast', tx_id: txId, time: timeMs });
    return this.#entry(txId);
  }

  stopped(
    { txId }: JournalEntry,
    { reason, timeMs }: { readonly reason: string; readonly timeMs: number },
  ): JournalEntry {
    this.#append({ kind: 'stopped', tx_id: txId, reason, time: timeMs });
    return this.#entry(txId);
  }

  final(
    { txId }: JournalEntry,
    { state, reason, timeMs }: { state: FinalState; reason?: string | undefined; timeMs: number },
  ): void {
    this.#append({
      kind: 'final',
      tx_id: txId,
      state,
      ...(reason !== undefined && { reason }),
      time: timeMs,
    });
  }

  close(): void {
    this.#file.close();
  }

  #append(line: Line): void {
    this.#file.append(zLine.parse(line));
    this.#apply(line);
  }

  #apply(line: Line): void {
    if (line.kind === 'signed') {
      if (this.#entries.has(line.tx_id)) throw new JournalError(`${line.tx_id} is there twice`);
      this.#entries.set(line.tx_id, {
        id: line.id,
        intentHash: line.intent_hash,
        signed: line.signed,
        currencyId: line.currency_id,
        address: line.address as Hex,
        units: BigInt(line.units),
        nonce: line.nonce,
        txId: line.tx_id as Hex,
        raw: line.raw as Hex,
        signedAtMs: line.time,
        isAnnounced: false,
        isBroadcast: false,
        isStopped: false,
        final: undefined,
        reason: undefined,
      });
      return;
    }
    const entry = this.#entry(line.tx_id);
    this.#entries.set(line.tx_id, { ...entry, ...changeOf(line) });
  }

  #entry(txId: string): JournalEntry {
    const entry = this.#entries.get(txId);
    if (entry === undefined) throw new JournalError(`${txId} was never signed`);
    return entry;
  }
}

function changeOf(line: Exclude<Line, { kind: 'signed' }>): Partial<JournalEntry> {
  switch (line.kind) {
    case 'announced':
      return { isAnnounced: true };
    case 'broadcast':
      return { isBroadcast: true };
    case 'stopped':
      return { isStopped: true, reason: line.reason };
    case 'final':
      return { final: line.state, reason: line.reason };
  }
}

function readLine(text: string): Line {
  try {
    return zLine.parse(JSON.parse(text));
  } catch {
    throw new JournalError('the journal holds a line that cannot be read; nothing is signed on it');
  }
}
