/**
 * Which exchange a database is of, and whether a process has its secret: asked before anything else is done with it, so that
 * one with another secret neither leads nor answers.
 */
import { randomUUID } from 'node:crypto';
import { type Queryable, StartRefusedError } from '../store/database.ts';
import { settleSetting, writeSetting } from '../store/settings-queries.ts';
import { Secrets } from './secrets.ts';

const NAME = 'deployment';
const PROOF = 'deployment_proof';

/** The exchange's name, made at its first start. */
export async function deploymentOf(database: Queryable, nowMs: number): Promise<string> {
  const made = { value: JSON.stringify(randomUUID()), nowMs };
  return String(await settleSetting(database, NAME, made));
}

/**
 * Compares the secret with the one of the first start that had one; the database keeps a keyed digest of its own name. A
 * previous secret that is named as such hands over to the present one. Throws StartRefusedError.
 */
export async function proveSecret(
  database: Queryable,
  configured: { readonly secretKey?: string; readonly previousSecretKeys?: readonly string[] },
  { deployment, nowMs }: { readonly deployment: string; readonly nowMs: number },
): Promise<void> {
  const { secretKey, previousSecretKeys } = configured;
  // A demo's secret is in the database itself: whoever reads it has it.
  if (secretKey === undefined) return;
  const [present = '', ...previous] = new Secrets(secretKey, previousSecretKeys)
    .digests(PROOF, deployment)
    .map((digest) => Buffer.from(digest).toString('hex'));
  const value = JSON.stringify(present);
  const kept = String(await settleSetting(database, PROOF, { value, nowMs }));
  if (kept === present) return;
  if (!previous.includes(kept))
    throw new StartRefusedError(
      'SECRET_KEY: this database is of an exchange with another secret; set the one that it was started with, or name it in SECRET_KEYS_PREVIOUS',
    );
  await writeSetting(database, PROOF, { value, nowMs });
}
