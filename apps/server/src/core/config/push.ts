/** Settings of push messages: the server's key for push services, and which services are spoken to. */
import { createECDH } from 'node:crypto';
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

export interface PushConfig {
  /** Names of hosts; `*.` stands for everything below one. Addresses of the machine itself only when named. */
  readonly hosts: readonly string[];
  /** Whom a push service may turn to (RFC 8292): a mailto: or https: address. */
  readonly subject: string;
  /** Absent: one pair is made at the first start and kept in the database. Base64url. */
  readonly keys?: { readonly publicKey: string; readonly privateKey: string };
}

/** What Chrome and its kin, Firefox, Safari and Edge use. */
const PUSH_HOSTS_DEFAULT = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
] as const;

const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/;

export function readPush(given: Given, publicUrl: string): PushConfig {
  const keys = readKeys(given);
  const hosts = given.PUSH_HOSTS?.map((host) => host.toLowerCase());
  for (const host of hosts ?? [])
    if (!HOST.test(host))
      throw new ConfigError('PUSH_HOSTS', `"${host}" is not a host like push.example or *.example`);
  return {
    hosts: hosts ?? PUSH_HOSTS_DEFAULT,
    subject: readSubject(given, publicUrl),
    ...(keys !== undefined && { keys }),
  };
}

function readSubject({ VAPID_SUBJECT: given }: Given, publicUrl: string): string {
  // Push services want an address; the demo on this machine has none to give.
  if (given === undefined)
    return publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@fairlead.invalid';
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(given))
    throw new ConfigError('VAPID_SUBJECT', `"${given}" is neither mailto:… nor https://…`);
  return given;
}

function readKeys({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: Given): PushConfig['keys'] {
  if (publicKey === undefined && privateKey === undefined) return undefined;
  if (publicKey === undefined || privateKey === undefined)
    throw new ConfigError(
      publicKey === undefined ? 'VAPID_PUBLIC_KEY' : 'VAPID_PRIVATE_KEY',
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together',
    );
  if (publicOf(privateKey) !== publicKey)
    throw new ConfigError(
      'VAPID_PRIVATE_KEY',
      'must be the P-256 key of VAPID_PUBLIC_KEY, both as base64url',
    );
  return { publicKey, privateKey };
}

/** The public half of a P-256 key, uncompressed; undefined for what is no key. */
function publicOf(privateKey: string): string | undefined {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) return undefined;
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(bytes);
    return curve.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}
