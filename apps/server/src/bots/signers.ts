/** Who signs a call: a secret that both sides know (HMAC-SHA256), or a private key that only its owner knows (Ed25519). */
import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';

export interface Signer {
  readonly kind: 'hmac' | 'ed25519';
  /** Whether it made the signature over the text; takes as long whatever is wrong with it. */
  isBy(text: string, signature: string): boolean;
}

const HEX = /^[0-9a-fA-F]{64}$/;
const BASE64 = /^[A-Za-z0-9+/]{86}==$/;

export const hmacSigner = (secret: string): Signer => ({
  kind: 'hmac',
  isBy: (text, signature) => {
    const right = createHmac('sha256', secret).update(text).digest();
    return HEX.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), right);
  },
});

/** Of the 32 bytes of a public key. */
export function ed25519Signer(publicKey: Uint8Array): Signer {
  const key = keyOf(Buffer.concat([SPKI_HEAD, publicKey]));
  return {
    kind: 'ed25519',
    isBy: (text, signature) => {
      // A plus that a client did not escape reads as a blank.
      const written = signature.replaceAll(' ', '+');
      if (key === undefined || !BASE64.test(written)) return false;
      const bytes = Buffer.from(written, 'base64');
      // The last letter has four bits that say nothing: of its sixteen spellings one counts, for orders are named by it.
      if (bytes.toString('base64') !== written) return false;
      return verify(null, Buffer.from(text), key, bytes);
    },
  };
}

/** What stands before the 32 bytes in SubjectPublicKeyInfo (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const ARMOUR = /-----(BEGIN|END) PUBLIC KEY-----/g;

/** The 32 bytes of an Ed25519 public key that is given as PEM or as base64 of SPKI; undefined for anything else. */
export function readPublicKey(text: string): Uint8Array | undefined {
  const spki = Buffer.from(text.replace(ARMOUR, '').replace(/\s+/g, ''), 'base64');
  if (spki.length !== SPKI_HEAD.length + 32 || keyOf(spki) === undefined) return undefined;
  return spki.subarray(SPKI_HEAD.length);
}

export const publicKeyText = (publicKey: Uint8Array): string =>
  Buffer.concat([SPKI_HEAD, publicKey]).toString('base64');

function keyOf(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
