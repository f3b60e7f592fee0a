/** A push service on this machine, as a browser's is: it decrypts what it is sent (RFC 8291) and reads who sent it (RFC 8292). */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { PushPayload } from '@fairlead/contract';

/** One message as it arrived. */
export interface Received {
  readonly payload: PushPayload;
  readonly headers: IncomingMessage['headers'];
  /** Of the sender's token, its signature checked. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The sender's public key. */
  readonly key: string;
}

interface Device {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

export class PushEndpoint {
  readonly received: Received[] = [];
  /** What is answered next; 201 when there is none left. */
  readonly answers: { readonly status: number; readonly headers?: Record<string, string> }[] = [];
  /** Everything that was asked for, readable or not. */
  calls = 0;
  readonly #devices = new Map<string, Device>();
  readonly #server: Server;
  #arrivals: (() => void)[] = [];

  constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** What a browser gives a page that subscribes. */
  subscribe(): { readonly endpoint: string; readonly p256dh: string; readonly auth: string } {
    const ecdh = createECDH('prime256v1');
    const p256dh = ecdh.generateKeys('base64url');
    const auth = randomBytes(16);
    const path = `/push/${randomBytes(8).toString('hex')}`;
    this.#devices.set(path, { ecdh, auth });
    return { endpoint: `${this.origin}${path}`, p256dh, auth: auth.toString('base64url') };
  }

  /** Resolves once so many messages have arrived in all. */
  async arrived(count: number): Promise<void> {
    while (this.received.length < count)
      await new Promise<void>((resolve) => this.#arrivals.push(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, headers } = this.answers.shift() ?? { status: 201 };
    if (status === 201) {
      const { key, claims } = readToken(request.headers.authorization ?? '');
      const payload = this.#decrypt(request.url ?? '', Buffer.concat(chunks));
      this.received.push({ payload, headers: request.headers, claims, key });
    }
    response.writeHead(status, headers).end();
    for (const arrive of this.#arrivals.splice(0)) arrive();
  }

  /** RFC 8188 with the keys of RFC 8291: salt, record size, sender's key, one record. */
  #decrypt(path: string, body: Buffer): PushPayload {
    const device = this.#devices.get(path);
    if (device === undefined) throw new Error(`no device at ${path}`);
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const shared = device.ecdh.computeSecret(sender);
    const own = device.ecdh.getPublicKey();
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
    const material = Buffer.from(hkdfSync('sha256', shared, device.auth, info, 32));
    const derive = (text: string, length: number) =>
      Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(text), length));
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive('Content-Encoding: aes128gcm\0', 16),
      derive('Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    return JSON.parse(padded.subarray(0, end).toString()) as PushPayload;
  }
}

/** `vapid t=<JWT>, k=<public key>`; throws when the token is not signed with the key. */
function readToken(header: string): Pick<Received, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the token is not signed with its key');
  return { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) };
}
