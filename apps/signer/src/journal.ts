/**
 * What a signer has signed, on disk before anything is sent. One line a step, only ever added to and synced to
 * the disk before the step counts. Whatever ends the process, the same bytes are sent again and no others. The steps are
 * the same on every chain where a withdrawal has one transaction at a time; what is signed is the chain's own.
 */
import type { Hex } from 'viem';
import * as z from 'zod/mini';
import { LineFile } from './line-file.ts';

export const zDigits = z.string().check(z.regex(/^\d{1,78}$/));
const zName = z.string().check(z.regex(/^(0x)?[0-9a-f]{64}$/));
const zTime = z.number().check(z.int());

/** What the line of every chain's signed transaction has. */
export const SIGNED_SHAPE = {
  kind: z.literal('signed'),
  id: z.number().check(z.int(), z.gt(0)),
  intent_hash: z.string(),
  /** What its owner's passkey signed, hex. */
  signed: z.optional(z.string()),
  currency_id: z.number(),
  /** Chain units. */
  units: zDigits,
  tx_id: zName,
  time: zTime,
};

const zStep = z.discriminatedUnion('kind', [
  /** The exchange took note of the transaction: nobody else will send this withdrawal. */
  z.strictObject({ kind: z.literal('announced'), tx_id: zName, time: zTime }),
  /** From here on the transaction may be on its way, whatever the node says. */
  z.strictObject({ kind: z.literal('broadcast'), tx_id: zName, time: zTime }),
  /** The exchange wants it no longer: it may be on its way, and is never sent again. */
  z.strictObject({
    kind: z.literal('stopped'),
    tx_id: zName,
    reason: z.string(),
    time: zTime,
  }),
  z.strictObject({
    kind: z.literal('final'),
    tx_id: zName,
    /** refused: the exchange did not want it, and it was never sent. */
    state: z.enum(['sent', 'failed', 'refused']),
    reason: z.optional(z.string()),
    /** What it cost, where the chain tells it. */
    fee: z.optional(zDigits),
    time: zTime,
  }),
]);
type Step = z.infer<typeof zStep>;

export type FinalState = 'sent' | 'failed' | 'refused';

/** What a signed transaction pays. */
export interface SignedTx {
  readonly id: number;
  readonly intentHash: string;
  readonly signed: string | undefined;
  readonly currencyId: number;
  readonly units: bigint;
  readonly txId: string;
  readonly signedAtMs: number;
}

/** How far it has come. */
export interface Steps {
  readonly isAnnounced: boolean;
  readonly isBroadcast: boolean;
  readonly isStopped: boolean;
  readonly final: FinalState | undefined;
  readonly reason: string | undefined;
  readonly fee: bigint | undefined;
}

type SignedLine = z.infer<z.ZodMiniObject<typeof SIGNED_SHAPE>>;

/** How a chain writes down what is its own of a signed transaction. */
export interface Writing<Own extends SignedTx> {
  /** Strict, and with all of `SIGNED_SHAPE`. */
  readonly line: z.ZodMiniType<SignedLine>;
  write(own: Own): object;
  /** `line` has been read by its schema. */
  read(line: SignedLine & Readonly<Record<string, unknown>>): Omit<Own, keyof SignedTx>;
}

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

const UNBEGUN: Steps = {
  isAnnounced: false,
  isBroadcast: false,
  isStopped: false,
  final: undefined,
  reason: undefined,
  fee: undefined,
};

export class StepJournal<Own extends SignedTx> {
  readonly #file: LineFile;
  readonly #writing: Writing<Own>;
  readonly #entries = new Map<string, Own & Steps>();

  /** Opens or begins a journal. Throws JournalError when a line in its middle cannot be read. */
  constructor(file: string, writing: Writing<Own>) {
    this.#writing = writing;
    this.#file = new LineFile(file);
    for (const line of this.#file.lines) this.#apply(this.#readLine(line));
  }

  /** In the order in which they were signed. */
  entries(): readonly (Own & Steps)[] {
    return [...this.#entries.values()];
  }

  /** All transactions of one withdrawal, the latest last. */
  of(id: number): readonly (Own & Steps)[] {
    return this.entries().filter((entry) => entry.id === id);
  }

  find(txId: string): (Own & Steps) | undefined {
    return this.#entries.get(txId);
  }

  signed(own: Own): Own & Steps {
    this.#append({
      kind: 'signed',
      id: own.id,
      intent_hash: own.intentHash,
      ...(own.signed !== undefined && { signed: own.signed }),
      currency_id: own.currencyId,
      units: String(own.units),
      ...this.#writing.write(own),
      tx_id: own.txId,
      time: own.signedAtMs,
    });
    return this.#entry(own.txId);
  }

  announced({ txId }: SignedTx, timeMs: number): Own & Steps {
    this.#append({ kind: 'announced', tx_id: txId, time: timeMs });
    return this.#entry(txId);
  }

  broadcast({ txId }: SignedTx, timeMs: number): Own & Steps {
    this.#append({ kind: 'broadcast', tx_id: txId, time: timeMs });
    return this.#entry(txId);
  }

  stopped(
    { txId }: SignedTx,
    { reason, timeMs }: { readonly reason: string; readonly timeMs: number },
  ): Own & Steps {
    this.#append({ kind: 'stopped', tx_id: txId, reason, time: timeMs });
    return this.#entry(txId);
  }

  final({ txId }: SignedTx, end: Ending): void {
    const { state, reason, fee, timeMs } = end;
    this.#append({
      kind: 'final',
      tx_id: txId,
      state,
      ...(reason !== undefined && { reason }),
      ...(fee !== undefined && { fee: String(fee) }),
      time: timeMs,
    });
  }

  close(): void {
    this.#file.close();
  }

  #append(line: SignedLine | Step): void {
    const checked = this.#parse(line);
    this.#file.append(checked);
    this.#apply(checked);
  }

  #parse(line: unknown): SignedLine | Step {
    const isSigned = typeof line === 'object' && line !== null && 'kind' in line;
    return isSigned && line.kind === 'signed' ? this.#writing.line.parse(line) : zStep.parse(line);
  }

  #readLine(text: string): SignedLine | Step {
    try {
      return this.#parse(JSON.parse(text));
    } catch {
      throw new JournalError(
        'the journal holds a line that cannot be read; nothing is signed on it',
      );
    }
  }

  #apply(line: SignedLine | Step): void {
    if (line.kind !== 'signed') {
      this.#entries.set(line.tx_id, { ...this.#entry(line.tx_id), ...changeOf(line) });
      return;
    }
    if (this.#entries.has(line.tx_id)) throw new JournalError(`${line.tx_id} is there twice`);
    const common: SignedTx = {
      id: line.id,
      intentHash: line.intent_hash,
      signed: line.signed,
      currencyId: line.currency_id,
      units: BigInt(line.units),
      txId: line.tx_id,
      signedAtMs: line.time,
    };
    const own = { ...common, ...this.#writing.read({ ...line }) } as Own;
    this.#entries.set(line.tx_id, { ...own, ...UNBEGUN });
  }

  #entry(txId: string): Own & Steps {
    const entry = this.#entries.get(txId);
    if (entry === undefined) throw new JournalError(`${txId} was never signed`);
    return entry;
  }
}

export interface Ending {
  readonly state: FinalState;
  readonly reason?: string | undefined;
  readonly fee?: bigint | undefined;
  readonly timeMs: number;
}

function changeOf(line: Step): Partial<Steps> {
  switch (line.kind) {
    case 'announced':
      return { isAnnounced: true };
    case 'broadcast':
      return { isBroadcast: true };
    case 'stopped':
      return { isStopped: true, reason: line.reason };
    case 'final':
      return {
        final: line.state,
        reason: line.reason,
        ...(line.fee !== undefined && { fee: BigInt(line.fee) }),
      };
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** What was signed on a time's UTC day, without what was never sent. */
export function signedOnDay<Entry extends SignedTx & Steps>(
  entries: readonly Entry[],
  nowMs: number,
): readonly Entry[] {
  const dayOf = (timeMs: number) => Math.floor(timeMs / DAY_MS);
  return entries.filter(
    ({ final, signedAtMs }) => final !== 'refused' && dayOf(signedAtMs) === dayOf(nowMs),
  );
}

/** One signed transaction of a withdrawal on Ethereum. */
export interface EthereumTx extends SignedTx {
  readonly txId: Hex;
  readonly address: Hex;
  readonly nonce: number;
  readonly raw: Hex;
}
export type JournalEntry = EthereumTx & Steps;

const zEthereum = z.strictObject({
  ...SIGNED_SHAPE,
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  nonce: z.number().check(z.int(), z.gte(0)),
  tx_id: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  raw: z.string().check(z.regex(/^0x[0-9a-f]+$/)),
});

const ETHEREUM: Writing<EthereumTx> = {
  line: zEthereum,
  write: ({ address, nonce, raw }) => ({ address, nonce, raw }),
  read: (line) => {
    const { address, nonce, raw } = zEthereum.parse(line);
    return { address: address as Hex, nonce, raw: raw as Hex };
  },
};

/** The Ethereum signer's. */
export class Journal extends StepJournal<EthereumTx> {
  constructor(file: string) {
    super(file, ETHEREUM);
  }
}
