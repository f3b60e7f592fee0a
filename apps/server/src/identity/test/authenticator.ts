/** An authenticator in software (WebAuthn level 3): makes passkeys of P-256 and uses them, rightly or as a test wants. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { loginText } from '@fairlead/contract';

export interface AskedOptions {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** What an answer says otherwise than it should. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** Present, but not known to the authenticator. */
  readonly isUnverified?: boolean;
  readonly crossOrigin?: boolean;
  readonly count?: number;
  readonly userHandle?: string;
  /** Another key's. */
  readonly key?: KeyObject;
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) of what is needed here, lengths below 2^16. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as Uint8Array)]),
    ]);
  return Buffer.concat([head(2, value.length), value]);
}

const FLAG = { present: 1, verified: 4, attested: 64 } as const;

export class SoftAuthenticator {
  readonly #origin: string;
  readonly #rpId: string;
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16).toString('base64url');
  /** How often it has signed; 0 for ever where it counts nothing. */
  count: number;
  #handle = '';

  constructor({ origin = 'http://localhost:8080', rpId = 'localhost', count = 0 } = {}) {
    this.#origin = origin;
    this.#rpId = rpId;
    this.count = count;
  }

  get privateKey(): KeyObject {
    return this.#pair.privateKey;
  }

  /** The answer to `navigator.credentials.create`, as JSON text. */
  make(options: AskedOptions, wrong: Wrong = {}): string {
    this.#handle = options.user?.id ?? '';
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)]);
    const authData = Buffer.concat([this.#data(wrong, FLAG.attested), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', options, wrong),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal', 'telepathy'],
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON text. */
  use(options: AskedOptions, wrong: Wrong = {}): string {
    if (this.count > 0) this.count += 1;
    const authData = this.#data(wrong);
    const client = this.#client('webauthn.get', options, wrong);
    const signed = Buffer.concat([authData, sha256(Buffer.from(client, 'base64url'))]);
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, wrong.key ?? this.privateKey).toString('base64url'),
      userHandle: wrong.userHandle ?? this.#handle,
    });
  }

  /** The answer of a page that logs in, or asks for a ticket. */
  logIn({ challenge }: AskedOptions, wrong: Wrong = {}): string {
    const hashed = sha256(loginText(challenge)).toString('base64url');
    return this.use({ challenge: hashed }, wrong);
  }

  #data({ rpId = this.#rpId, isUnverified = false, count = this.count }: Wrong, more = 0): Buffer {
    const flags = FLAG.present | (isUnverified ? 0 : FLAG.verified) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #client(type: string, { challenge }: AskedOptions, wrong: Wrong): string {
    const { origin = this.#origin, crossOrigin = false } = wrong;
    const data = { type: wrong.type ?? type, challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  #answer(response: object): string {
    const { id } = this;
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  }
}
