/** SHA-256 as receipts use it: of the UTF-8 bytes of canonical JSON, written as 64 hex digits. */
import { canonicalJson } from './canonical-json.ts';

/** What the first receipt names as the hash before it. */
export const GENESIS_HASH = '0'.repeat(64);

/** SHA-256 of a text's UTF-8 bytes. Needs WebCrypto: Node, or a browser on https or localhost. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The hash of a receipt: of everything but `hash` itself and `own`, which only its owner sees. */
export function receiptHash(receipt: Readonly<Record<string, unknown>>): Promise<string> {
  const { hash: _hash, own: _own, ...sealed } = receipt;
  return sha256(canonicalJson(sealed));
}

/** What binds owner and amounts without showing them: the digest of them and their salt. */
export function commitmentOf(own: Readonly<Record<string, unknown>>): Promise<string> {
  return sha256(canonicalJson(own));
}
