/** Whether a passkey signed a challenge: a user's that of a withdrawal, an operator's that of an approval. */
import { verifyAuthenticationResponse } from '@simplewebauthn/server';

/** What an authenticator answered, base64url. */
export interface Assertion {
  readonly credential_id: string;
  readonly authenticator_data: string;
  readonly client_data: string;
  readonly signature: string;
}

/** Where a passkey is used. */
export interface Place {
  readonly rpId: string;
  readonly origins: readonly string[];
}

/** `publicKey`: COSE, base64url; `challenge`: base64url. */
export async function isSigned(
  { credential_id: id, authenticator_data, client_data, signature }: Assertion,
  { publicKey, challenge }: { readonly publicKey: string; readonly challenge: string },
  { rpId, origins }: Place,
): Promise<boolean> {
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: authenticator_data,
          clientDataJSON: client_data,
          signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id,
        publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    });
    return verified;
  } catch {
    return false;
  }
}
