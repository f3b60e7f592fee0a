/**
 * A sealed file: a line that says how, then chunks, each encrypted and authenticated on its own (AES-256-GCM), so that
 * a file of any size is read in bounded memory and no byte is used before it is known to be genuine. A chunk's nonce is its
 * place and whether it is the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár 2015), so one that is
 * changed, moved, left out or cut off is refused.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { BackupError } from './records.ts';

const MAGIC = 'fairlead-backup';
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const SALT_BYTES = 32;
const HEADER_BYTES_MAX = 1_024;
const NEWLINE = 10;
/** What demo deployments without BACKUP_KEY seal with: it proves that nothing was damaged, and hides nothing. */
const DEMO_KEY = 'fairlead demo: everybody knows this key';

interface Header {
  readonly magic: string;
  readonly cipher: 'aes-256-gcm';
  /** Names the key without telling anything of it. */
  readonly keyId: string;
  readonly salt: string;
}

/** The key to seal with; undefined is the one that everybody knows. */
export type BackupKey = string | undefined;

const derive = (key: BackupKey, salt: Uint8Array, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key ?? DEMO_KEY, salt, `fairlead backup ${purpose}`, bytes));

const keyIdOf = (key: BackupKey): string =>
  derive(key, new Uint8Array(), 'key id', 8).toString('hex');

/** The chunk's place, and one byte that is 1 for the last. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(place, NONCE_BYTES - 7, 6);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** Encrypts under a key of its own, derived from `key` and a new salt. */
export async function* sealBytes(
  source: AsyncIterable<Uint8Array>,
  key: BackupKey,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const header: Header = {
    magic: MAGIC,
    cipher: 'aes-256-gcm',
    keyId: keyIdOf(key),
    salt: salt.toString('hex'),
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const fileKey = derive(key, salt, 'file', 32);
  yield line;
  let place = 0;
  // The last is known only when nothing follows, so it is told from a full one by what comes after.
  for await (const { bytes, isLast } of inPieces(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(place, isLast)).setAAD(line);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    place += 1;
  }
}

/** Reads what sealBytes wrote. Throws BackupError for another key, and for anything that is not as it was written. */
export async function* openBytes(
  source: AsyncIterable<Uint8Array>,
  key: BackupKey,
): AsyncGenerator<Uint8Array> {
  const { line, rest } = await takeHeader(source);
  const header = readHeader(line);
  if (header.keyId !== keyIdOf(key)) throw new BackupError(wrongKey(header.keyId, key));
  const fileKey = derive(key, Buffer.from(header.salt, 'hex'), 'file', 32);
  let place = 0;
  for await (const { bytes, isLast } of inPieces(rest, CHUNK_BYTES + TAG_BYTES)) {
    yield openChunk(bytes, { fileKey, nonce: nonceOf(place, isLast), line });
    place += 1;
  }
}

function openChunk(
  bytes: Buffer,
  {
    fileKey,
    nonce,
    line,
  }: { readonly fileKey: Buffer; readonly nonce: Buffer; readonly line: Buffer },
): Buffer {
  try {
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: TAG_BYTES })
      .setAAD(line)
      .setAuthTag(bytes.subarray(Math.max(end, 0)));
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
  } catch (error) {
    throw new BackupError(
      'the backup is damaged: it is not as it was written, or a part is missing',
      {
        cause: error,
      },
    );
  }
}

function readHeader(line: Buffer): Header {
  const header = parseHeader(line);
  if (header?.magic !== MAGIC || header.cipher !== 'aes-256-gcm')
    throw new BackupError('this is not a backup');
  return header;
}

function parseHeader(line: Buffer): Header | undefined {
  try {
    return JSON.parse(line.toString('utf8')) as Header;
  } catch {
    return undefined;
  }
}

function wrongKey(keyId: string, key: BackupKey): string {
  if (keyId === keyIdOf(undefined)) return 'this backup was made without BACKUP_KEY, by a demo';
  return key === undefined
    ? 'this backup is sealed: set BACKUP_KEY to the key it was made with'
    : 'this backup was sealed with another BACKUP_KEY';
}

async function takeHeader(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly line: Buffer; readonly rest: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  while (held.indexOf(NEWLINE) < 0 && held.length < HEADER_BYTES_MAX) {
    const next = await chunks.next();
    if (next.done === true) break;
    held = Buffer.concat([held, next.value]);
  }
  const end = held.indexOf(NEWLINE) + 1;
  if (end === 0) throw new BackupError('this is not a backup');
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield held.subarray(end);
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      yield next.value;
  }
  return { line: held.subarray(0, end), rest: rest() };
}

/** Pieces of exactly `size` bytes, but for the last, which may be shorter or empty and always comes. */
async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    held += chunk.length;
    if (held <= size) continue;
    let whole = Buffer.concat(parts);
    for (; whole.length > size; whole = whole.subarray(size))
      yield { bytes: whole.subarray(0, size), isLast: false };
    parts = [whole];
    held = whole.length;
  }
  yield { bytes: Buffer.concat(parts), isLast: true };
}
