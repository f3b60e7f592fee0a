/**
 * `npm run operator -- passkeys`: operators' passkeys as the signer's policy lists them, for whoever runs the signer to compare
 * with the people and to copy once. The signer never asks for it.
 */
import type { PasskeyConfig } from '../../core/config/passkeys.ts';
import { type Database, StartRefusedError } from '../../core/store/database.ts';
import { exchangeIdOf } from '../../core/store/exchange-mark.ts';
import { activePasskeys } from './passkey-queries.ts';

/** What a server is asked by. */
export const PASSKEYS_REQUEST = 'operator-passkeys';

/** `operators` of a policy (apps/signer/src/operators.ts). */
export interface SignerList {
  readonly deployment: string;
  readonly rp_id: string;
  readonly origins: readonly string[];
  readonly list: readonly {
    readonly person: string;
    readonly credential_id: string;
    /** COSE, base64url. */
    readonly public_key: string;
  }[];
}

/** Throws StartRefusedError where there are none, or the address admits none. */
export async function signerList({
  database,
  clock,
  passkeys,
}: {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passkeys: PasskeyConfig | undefined;
}): Promise<SignerList> {
  const known = await activePasskeys(database);
  if (passkeys === undefined || known.length === 0)
    throw new StartRefusedError('no operator has a passkey here');
  return {
    deployment: await exchangeIdOf(database, clock.now()),
    rp_id: passkeys.rpId,
    origins: passkeys.origins,
    list: known.map(({ person, credentialId, publicKey }) => ({
      person,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey).toString('base64url'),
    })),
  };
}
