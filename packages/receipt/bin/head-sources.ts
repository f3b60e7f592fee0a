/**
 * Heads of the chain from wherever somebody kept them: answers of settlement/heads, files saved by the app, mails, the
 * lines of a git file, publications of liabilities, receipts, and OpenTimestamps files.
 */
import { readFile } from 'node:fs/promises';
import {
  attestedBy,
  bitcoinHeight,
  type Head,
  isLiabilityProof,
  isLiabilitySnapshot,
  isOts,
  isReceipt,
  pendingUri,
  readHeadLines,
  readOts,
} from '../src/index.ts';
import { CommandError } from './command-error.ts';
import { ReceiptServer } from './receipt-server.ts';

export interface HeadSource {
  /** As it was named. */
  readonly name: string;
  /** False of what the checked server itself says. */
  readonly isOutside: boolean;
  readonly heads: readonly Head[];
  /** Of a timestamp, which knows a hash and no count. */
  readonly hash?: string;
  /** What else there is to say of it. */
  readonly note?: string;
}

const FETCH_TIMEOUT_MS = 30_000;
const HASH = /^[0-9a-f]{64}$/;

/** A file or an address. Throws CommandError where it holds no head. */
export async function readHeadSource(name: string): Promise<HeadSource> {
  const isAddress = /^https?:\/\//.test(name);
  const bytes = isAddress ? await fetched(name) : await fileBytes(name);
  const found = bytes === undefined ? undefined : await sourceOf(name, bytes);
  if (found !== undefined) return found;
  // An exchange's address, or that of a mirror of its API.
  const heads = isAddress ? await new ReceiptServer(name).heads() : new Map<number, string>();
  if (heads.size === 0) throw new CommandError(`${name}: no heads in it`);
  return source(
    name,
    [...heads].map(([count, hash]) => ({ count, hash })),
  );
}

const source = (name: string, heads: readonly Head[]): HeadSource => ({
  name,
  isOutside: true,
  heads,
});

async function fileBytes(name: string): Promise<Uint8Array> {
  return readFile(name).catch((error: Error) => {
    throw new CommandError(`${name}: ${error.message}`);
  });
}

async function fetched(name: string): Promise<Uint8Array | undefined> {
  const response = await fetch(name, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    (error: Error) => {
      throw new CommandError(`${name}: ${error.message}`);
    },
  );
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

async function sourceOf(name: string, bytes: Uint8Array): Promise<HeadSource | undefined> {
  if (isOts(bytes)) return otsSource(name, bytes);
  // A mail may be quoted-printable: its soft line breaks are no part of the text.
  const text = new TextDecoder().decode(bytes).replace(/=\r?\n/g, '');
  const heads = [...headsIn(jsonOf(text)), ...readHeadLines(text)];
  return heads.length === 0 ? undefined : source(name, heads);
}

async function otsSource(name: string, bytes: Uint8Array): Promise<HeadSource> {
  try {
    const { digest, timestamp } = readOts(bytes);
    const attested = await attestedBy(timestamp, digest);
    const said = attested.map(({ attestation }) => {
      const height = bitcoinHeight(attestation);
      if (height !== undefined) return `Bitcoin block ${height} (ask a node, or \`ots verify\`)`;
      const uri = pendingUri(attestation);
      return uri === undefined ? `an attestation ${attestation.tag}` : `pending at ${uri}`;
    });
    return { name, isOutside: true, heads: [], hash: digest, note: said.join(', ') };
  } catch (error) {
    throw new CommandError(`${name}: ${(error as Error).message}`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Heads anywhere in a value: of a list, an envelope, a saved file, a publication, a proof, or a receipt. */
function headsIn(value: unknown): readonly Head[] {
  if (Array.isArray(value)) return value.flatMap(headsIn);
  if (isLiabilityProof(value)) return headsIn(value.snapshot);
  if (isLiabilitySnapshot(value)) return value.receipts === undefined ? [] : [value.receipts];
  if (isReceipt(value)) return [{ count: value.id, hash: value.hash }];
  if (typeof value !== 'object' || value === null) return [];
  const { count, hash, message, list, heads, receipts } = value as Readonly<
    Record<string, unknown>
  >;
  const own =
    typeof count === 'number' && typeof hash === 'string' && HASH.test(hash)
      ? [{ count, hash }]
      : [];
  return [...own, ...[message, list, heads, receipts].flatMap(headsIn)];
}
