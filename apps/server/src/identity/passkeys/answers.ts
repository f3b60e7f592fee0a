/** What authenticators answer, read and verified; which challenge is good is for who asks. */
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyConfig } from '../../core/config/passkeys.ts';

/** COSE: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];

/** As far as it is looked at before it is verified. */
export interface Answer {
  readonly id: string;
  readonly challenge: string;
}

export interface MadePasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
}

export interface UsedPasskey {
  readonly signCount: number;
}

/** What an authenticator signed, and how. */
export interface Assertion {
  readonly authenticatorData: Uint8Array;
  /** UTF-8 of JSON. */
  readonly clientData: Uint8Array;
  readonly signature: Uint8Array;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The credential that answers and the challenge that it says it answers; undefined for what is no answer. */
export function readAnswer(text: string): Answer | undefined {
  const answer = parsed(text);
  if (!isRecord(answer) || typeof answer['id'] !== 'string') return undefined;
  const { response } = answer;
  if (!isRecord(response) || typeof response['clientDataJSON'] !== 'string') return undefined;
  const client = parsed(Buffer.from(response['clientDataJSON'], 'base64url').toString('utf8'));
  if (!isRecord(client) || typeof client['challenge'] !== 'string') return undefined;
  // No page of another may hold ours in a frame, so no passkey is used in one.
  if (client['crossOrigin'] === true) return undefined;
  return { id: answer['id'], challenge: client['challenge'] };
}

const bytesOf = (text: unknown): Uint8Array | undefined =>
  typeof text === 'string' ? Buffer.from(text, 'base64url') : undefined;

/** The bytes of an answer; undefined for what is none. */
export function assertionOf(text: string): Assertion | undefined {
  const answer = parsed(text);
  if (!isRecord(answer) || !isRecord(answer['response'])) return undefined;
  const { response } = answer;
  const authenticatorData = bytesOf(response['authenticatorData']);
  const clientData = bytesOf(response['clientDataJSON']);
  const signature = bytesOf(response['signature']);
  if (authenticatorData === undefined || clientData === undefined || signature === undefined)
    return undefined;
  return { authenticatorData, clientData, signature };
}

/** Whether what was kept of an answer is signed for this challenge, on our pages, by a person that the authenticator knew. */
export async function verifyAssertion(
  kept: Assertion & { readonly credentialId: string; readonly publicKey: Uint8Array },
  challenge: string,
  { rpId, origins }: PasskeyConfig,
): Promise<boolean> {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const { credentialId: id } = kept;
  const response: AuthenticationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      authenticatorData: text(kept.authenticatorData),
      clientDataJSON: text(kept.clientData),
      signature: text(kept.signature),
    },
  };
  try {
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(kept.publicKey), counter: 0 },
    });
    return verified;
  } catch {
    return false;
  }
}

/** A new passkey, as its authenticator made it; undefined when it is refused. The challenge was looked at before. */
export async function verifyMade(
  text: string,
  { challenge }: Answer,
  { rpId, origins }: PasskeyConfig,
): Promise<MadePasskey | undefined> {
  // Its shape is checked by the library, field by field.
  const response = parsed(text) as RegistrationResponseJSON;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      signCount: credential.counter,
      transports: knownTransports(response.response.transports),
      isSynced: credentialDeviceType === 'multiDevice',
    };
  } catch {
    return undefined;
  }
}

/** A use of a known passkey; undefined when it is refused. Challenge and counter are for the caller. */
export async function verifyUsed(
  text: string,
  { challenge }: Answer,
  known: {
    readonly credentialId: string;
    readonly publicKey: Uint8Array;
    readonly handle: Uint8Array;
  },
  { rpId, origins }: PasskeyConfig,
): Promise<UsedPasskey | undefined> {
  const response = parsed(text) as AuthenticationResponseJSON;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: true,
      // The counter is compared when the use is noted, after the signature: only a copy of the key gets so far.
      credential: {
        id: known.credentialId,
        publicKey: Uint8Array.from(known.publicKey),
        counter: 0,
      },
    });
    const { userHandle } = response.response;
    const isOwners =
      userHandle === undefined || Buffer.from(userHandle, 'base64url').equals(known.handle);
    return verified && isOwners ? { signCount: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}

const TRANSPORTS: ReadonlySet<string> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);

const knownTransports = (told: unknown): readonly string[] =>
  Array.isArray(told) ? told.filter((each) => TRANSPORTS.has(each)) : [];
