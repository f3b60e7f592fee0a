/**
 * Proofs of OpenTimestamps as calendars and `ots` write them: a digest, operations on it, and attestations of what came
 * out. Reads, writes and merges them; it asks no network and no block chain. Formats as in python-opentimestamps
 * (core/timestamp.py, core/op.py, core/notary.py, core/serialize.py).
 */
export interface Attestation {
  /** Eight bytes as hex: which kind it is. */
  readonly tag: string;
  readonly payload: Uint8Array;
}

export interface Timestamp {
  readonly attestations: Attestation[];
  readonly operations: { readonly operation: Operation; readonly next: Timestamp }[];
}

export interface Operation {
  readonly code: number;
  /** What is appended or prepended. */
  readonly argument?: Uint8Array;
}

export const PENDING_TAG = '83dfe30d2ef90c8e';
export const BITCOIN_TAG = '0588960d73d71901';

/** "\0OpenTimestamps\0\0Proof\0" and eight more, version 1, SHA-256. */
const MAGIC = Uint8Array.from([
  0x00, 0x4f, 0x70, 0x65, 0x6e, 0x54, 0x69, 0x6d, 0x65, 0x73, 0x74, 0x61, 0x6d, 0x70, 0x73, 0x00,
  0x00, 0x50, 0x72, 0x6f, 0x6f, 0x66, 0x00, 0xbf, 0x89, 0xe2, 0xe8, 0x84, 0xe8, 0x92, 0x94,
]);
const VERSION = 1;
const SHA256 = 0x08;
const APPEND = 0xf0;
const PREPEND = 0xf1;
/** SHA-1, RIPEMD-160, Keccak-256, reverse, hex. */
const PLAIN = new Set([0x02, 0x03, SHA256, 0x67, 0xf2, 0xf3]);
const DIGEST_BYTES = 32;
const ARGUMENT_BYTES_MAX = 4_096;
const PAYLOAD_BYTES_MAX = 8_192;
const DEPTH_MAX = 256;
/** Of one proof: a calendar's answer has some dozens. */
const NODES_MAX = 10_000;

/** Not in the format. */
export class BadTimestampError extends Error {
  override readonly name = 'BadTimestampError';
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;
  nodes = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + count);
    if (taken.length !== count) throw new BadTimestampError('it ends too soon');
    this.#at += count;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** Seven bits a byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let place = 1; place < 2 ** 49; place *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return value;
    }
    throw new BadTimestampError('a number is too long');
  }

  bytes(max: number): Uint8Array {
    const length = this.number();
    if (length > max) throw new BadTimestampError('a value is too long');
    return this.take(length);
  }
}

function readNode(reader: Reader, depth: number): Timestamp {
  reader.nodes += 1;
  if (depth > DEPTH_MAX || reader.nodes > NODES_MAX) throw new BadTimestampError('it is too deep');
  const node: Timestamp = { attestations: [], operations: [] };
  for (;;) {
    let code = reader.byte();
    const isLast = code !== 0xff;
    if (!isLast) code = reader.byte();
    if (code === 0x00) {
      const tag = hexOf(reader.take(8));
      node.attestations.push({ tag, payload: reader.bytes(PAYLOAD_BYTES_MAX) });
    } else {
      const operation = readOperation(code, reader);
      node.operations.push({ operation, next: readNode(reader, depth + 1) });
    }
    if (isLast) return node;
  }
}

function readOperation(code: number, reader: Reader): Operation {
  if (code === APPEND || code === PREPEND)
    return { code, argument: reader.bytes(ARGUMENT_BYTES_MAX) };
  if (!PLAIN.has(code)) throw new BadTimestampError(`there is no operation ${code}`);
  return { code };
}

/** A calendar's answer, or the proof of a file behind its digest. Throws BadTimestampError. */
export function readTimestamp(bytes: Uint8Array): Timestamp {
  const reader = new Reader(bytes);
  const timestamp = readNode(reader, 0);
  if (!reader.isAtEnd) throw new BadTimestampError('something follows it');
  return timestamp;
}

export function writeTimestamp(timestamp: Timestamp): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  writeNode(timestamp, parts);
  return joined(parts);
}

function writeNode({ attestations, operations }: Timestamp, parts: Uint8Array[]): void {
  const items = attestations.length + operations.length;
  if (items === 0) throw new BadTimestampError('nothing is attested');
  let at = 0;
  const fork = (): void => {
    at += 1;
    if (at < items) parts.push(Uint8Array.of(0xff));
  };
  for (const { tag, payload } of attestations) {
    fork();
    parts.push(Uint8Array.of(0x00), bytesOf(tag), numberBytes(payload.length), payload);
  }
  for (const { operation, next } of operations) {
    fork();
    parts.push(Uint8Array.of(operation.code));
    if (operation.argument !== undefined)
      parts.push(numberBytes(operation.argument.length), operation.argument);
    writeNode(next, parts);
  }
}

/** What an .ots file is of, and its proof. */
export interface OtsFile {
  /** SHA-256, 64 hex digits. */
  readonly digest: string;
  readonly timestamp: Timestamp;
}

export const isOts = (bytes: Uint8Array): boolean => MAGIC.every((byte, at) => bytes[at] === byte);

/** An .ots file. Throws BadTimestampError. */
export function readOts(bytes: Uint8Array): OtsFile {
  if (!isOts(bytes)) throw new BadTimestampError('not an .ots file');
  const reader = new Reader(bytes.subarray(MAGIC.length));
  if (reader.number() !== VERSION) throw new BadTimestampError('of another version');
  if (reader.byte() !== SHA256) throw new BadTimestampError('of another digest than SHA-256');
  const digest = hexOf(reader.take(DIGEST_BYTES));
  const timestamp = readNode(reader, 0);
  if (!reader.isAtEnd) throw new BadTimestampError('something follows it');
  return { digest, timestamp };
}

export function writeOts({ digest, timestamp }: OtsFile): Uint8Array<ArrayBuffer> {
  const head = [MAGIC, Uint8Array.of(VERSION, SHA256), bytesOf(digest)];
  return joined([...head, writeTimestamp(timestamp)]);
}

/** Both proofs of one digest as one. */
export function mergeTimestamps(left: Timestamp, right: Timestamp): Timestamp {
  const key = (each: Attestation): string => `${each.tag} ${hexOf(each.payload)}`;
  const attestations = new Map(
    [...left.attestations, ...right.attestations].map((each) => [key(each), each]),
  );
  const operations = new Map<string, { operation: Operation; next: Timestamp }>();
  for (const { operation, next } of [...left.operations, ...right.operations]) {
    const name = `${operation.code} ${hexOf(operation.argument ?? new Uint8Array())}`;
    const known = operations.get(name);
    operations.set(name, {
      operation,
      next: known === undefined ? next : mergeTimestamps(known.next, next),
    });
  }
  return { attestations: [...attestations.values()], operations: [...operations.values()] };
}

/** Something attested, and what it attests to. */
export interface Attested {
  readonly attestation: Attestation;
  /** Undefined behind an operation that is not computed here. */
  readonly commitment: Uint8Array | undefined;
  /** The node that it stands in, to put more beside it. */
  readonly node: Timestamp;
}

/** All attestations, with the digests that came out of the operations before them. */
export async function attestedBy(timestamp: Timestamp, digest: string): Promise<Attested[]> {
  const found: Attested[] = [];
  const walk = async (node: Timestamp, message: Uint8Array | undefined): Promise<void> => {
    for (const attestation of node.attestations)
      found.push({ attestation, commitment: message, node });
    for (const { operation, next } of node.operations)
      await walk(next, message && (await applied(operation, message)));
  };
  await walk(timestamp, bytesOf(digest));
  return found;
}

async function applied(
  { code, argument }: Operation,
  message: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (code === APPEND && argument !== undefined) return joined([message, argument]);
  if (code === PREPEND && argument !== undefined) return joined([argument, message]);
  if (code === SHA256)
    return new Uint8Array(await crypto.subtle.digest('SHA-256', joined([message])));
  return undefined;
}

/** Where a pending one will be completed; undefined for another kind. */
export function pendingUri({ tag, payload }: Attestation): string | undefined {
  if (tag !== PENDING_TAG) return undefined;
  return new TextDecoder().decode(new Reader(payload).bytes(PAYLOAD_BYTES_MAX));
}

/** The block whose header commits to it, by its own word; undefined for another kind. */
export function bitcoinHeight({ tag, payload }: Attestation): number | undefined {
  return tag === BITCOIN_TAG ? new Reader(payload).number() : undefined;
}

function numberBytes(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
