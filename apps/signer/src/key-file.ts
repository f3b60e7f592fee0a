/**
 * A signing key at rest: a file that only its owner may read, encrypted with a password (scrypt, AES-256-GCM).
 * The address stands beside it in clear and is bound to it; of the account below which deposit addresses are, its
 * extended public key does (BIP 32).
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import fs from 'node:fs';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import * as z from 'zod/mini';

/** 128 MiB and about half a second a try. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const PASSWORD_LENGTH_MIN = 12;

const zHex = z.string().check(z.regex(/^[0-9a-f]+$/));
const zKeyFile = z.strictObject({
  version: z.literal(1),
  /** Of Ethereum, Bitcoin's witness version 0, or Tron; or an account's extended public key. */
  address: z
    .string()
    .check(
      z.regex(
        /^(0x[0-9a-fA-F]{40}|(bc|tb|bcrt)1q[0-9a-z]{38}|T[1-9A-HJ-NP-Za-km-z]{33}|[xt]pub[1-9A-HJ-NP-Za-km-z]{107})$/,
      ),
    ),
  kdf: z.literal('scrypt-131072-8-1'),
  salt: zHex,
  cipher: z.literal('aes-256-gcm'),
  nonce: zHex,
  ciphertext: zHex,
  tag: zHex,
});

/** Why a key file cannot be made or opened; the line to show. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** Makes a new key in a new file and gives its address, as its chain writes it. */
export function createKeyFile(
  file: string,
  password: string,
  addressOf: (key: Hex) => string = privateKeyToAddress,
): string {
  const key = generatePrivateKey();
  const address = addressOf(key);
  sealKey(file, password, { address, secret: Buffer.from(key.slice(2), 'hex') });
  return address;
}

/** Writes an account's extended private key into a new file, under its public one. */
export function createAccountFile(
  file: string,
  password: string,
  { xpub, xprv }: { readonly xpub: string; readonly xprv: string },
): void {
  sealKey(file, password, { address: xpub, secret: Buffer.from(xprv) });
}

function sealKey(
  file: string,
  password: string,
  { address, secret }: { readonly address: string; readonly secret: Buffer },
): void {
  if (password.length < PASSWORD_LENGTH_MIN)
    throw new KeyFileError(`SIGNER_PASSWORD must have ${PASSWORD_LENGTH_MIN} characters or more`);
  const salt = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(password, salt, 32, COST), nonce);
  cipher.setAAD(Buffer.from(address));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  const content: KeyFile = {
    version: 1,
    address,
    kdf: 'scrypt-131072-8-1',
    salt: salt.toString('hex'),
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('hex'),
    ciphertext: ciphertext.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
  };
  try {
    // Never over a file that is there: it may hold the only copy of a key.
    const handle = fs.openSync(file, 'wx', 0o600);
    fs.writeSync(handle, `${JSON.stringify(content, undefined, 2)}\n`);
    fs.fsyncSync(handle);
    fs.closeSync(handle);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new KeyFileError(isThere ? `${file} is there already` : `cannot write ${file}`);
  }
}

/** The private key. Throws KeyFileError; a wrong password and a changed file look alike. */
export function openKeyFile(file: string, password: string): Hex {
  const content = readKeyFile(file);
  if (isAccount(content)) throw new KeyFileError(`${file} is of an account, not of a wallet`);
  return `0x${unseal(file, content, password).toString('hex')}`;
}

/** An account's extended private key. Throws KeyFileError. */
export function openAccountFile(file: string, password: string): string {
  const content = readKeyFile(file);
  if (!isAccount(content)) throw new KeyFileError(`${file} is of a wallet, not of an account`);
  return unseal(file, content, password).toString();
}

type KeyFile = z.infer<typeof zKeyFile>;

const isAccount = ({ address }: KeyFile): boolean => /^[xt]pub/.test(address);

function unseal(file: string, content: KeyFile, password: string): Buffer {
  const salt = Buffer.from(content.salt, 'hex');
  const nonce = Buffer.from(content.nonce, 'hex');
  const key = scryptSync(password, salt, 32, COST);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(content.address));
  try {
    decipher.setAuthTag(Buffer.from(content.tag, 'hex'));
    return Buffer.concat([
      decipher.update(Buffer.from(content.ciphertext, 'hex')),
      decipher.final(),
    ]);
  } catch {
    throw new KeyFileError(`${file}: the password is wrong, or the file was changed`);
  }
}

/** The address of a key file, or the extended public key of an account's, which needs no password. */
export function addressOfKeyFile(file: string): string {
  return readKeyFile(file).address;
}

function readKeyFile(file: string): KeyFile {
  let text: string;
  try {
    if ((fs.statSync(file).mode & 0o077) !== 0)
      throw new KeyFileError(`${file} can be read by others: chmod 600 ${file}`);
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    throw new KeyFileError(`cannot read ${file}`);
  }
  try {
    return zKeyFile.parse(JSON.parse(text));
  } catch {
    throw new KeyFileError(`${file} is not a key file`);
  }
}
