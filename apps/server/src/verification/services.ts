/** Makes what knows who somebody is, and what keeps the pictures that prove it. */
import type { Config } from '../core/config/config.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import type { Messages } from '../notices/index.ts';
import { Files } from './files.ts';
import { FileVault } from './files-vault.ts';
import { IdentityChecks } from './provider/checks.ts';
import { Verifications } from './service.ts';

export interface VerificationParts {
  readonly config: Pick<
    Config,
    'uploadsDir' | 'rateLimitFactor' | 'identityProvider' | 'publicUrl'
  >;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly secrets: Secrets;
  readonly messages: Messages;
}

export interface VerificationServices {
  readonly files: Files;
  readonly verification: Verifications;
  readonly identityChecks: IdentityChecks;
}

export function createVerification(parts: VerificationParts): VerificationServices {
  const { config, clock, database, secrets, messages } = parts;
  const vault = new FileVault(config.uploadsDir, secrets);
  const budgetFactor = config.rateLimitFactor;
  const files = new Files({ database, clock, vault, secrets, budgetFactor });
  const { identityProvider: provider, publicUrl } = config;
  const shared = { database, clock };
  const verification = new Verifications({
    ...{ ...shared, secrets, files, messages },
    provider: provider?.name,
  });
  const identityChecks = new IdentityChecks({ ...shared, provider, publicUrl, verification });
  return { files, verification, identityChecks };
}
