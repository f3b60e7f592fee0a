/** PSBTs between files and the wire, which has them in base64. */

/** With what a PSBT's bytes begin (BIP-174); files may hold base64 in its place. */
const MAGIC = 'psbt\u00ff';

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** What a file holds, in base64. */
export function base64Of(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return text.startsWith(MAGIC) ? btoa(text) : text.trim();
}
