/**
 * Which exchange a database is of, and whether a process has its secret: asked before anything else is done with it, so that
 * one with another secret neither leads nor answers.
 */
import { randomUUID } from 'node:crypto';
import { type Queryable, StartRefusedError } from '../store/database.ts';
import { readSetting, settledAt, settleSetting, writeSetting } from '../store/settings-queries.ts';
import { DEMO_SECRET, Secrets } from './secrets.ts';

const NAME = 'deployment';
const PROOF = 'deployment_proof';

interface Configured {
  readonly secretKey?: string;
  readonly previousSecretKeys?: readonly string[];
}

/** The exchange's name, made at its first start. */
export async function deploymentOf(database: Queryable, nowMs: number): Promise<string> {
  const made = { value: JSON.stringify(randomUUID()), nowMs };
  return String(await settleSetting(database, NAME, made));
}

/** Time of that first start in ms. */
export async function deploymentSince(database: Queryable): Promise<number> {
  const atMs = await settledAt(database, NAME);
  if (atMs === undefined) throw new Error('the exchange has no name yet');
  return atMs;
}

/**
 * Compares the secret with the one of the first start that had one; the database keeps a keyed digest of its own name. A
 * previous secret that is named as such hands over to the present one. Throws StartRefusedError.
 */
export async function proveSecret(
  database: Queryable,
  configured: Configured,
  { deployment, nowMs }: { readonly deployment: string; readonly nowMs: number },
): Promise<void> {
  // A demo's secret is in the database itself: whoever reads it has it.
  if (configured.secretKey === undefined) return;
  const [present = '', ...previous] = proofsOf(configured, deployment);
  const value = JSON.stringify(present);
  const kept = String(await settleSetting(database, PROOF, { value, nowMs }));
  refuseOtherProof(kept, present, previous);
  if (kept !== present) await writeSetting(database, PROOF, { value, nowMs });
}

/** What a database knows of its exchange's secret, none of which tells anything of it. */
export interface KeptSecret {
  readonly deployment: string;
  /** Of the secret of the settings; absent where the exchange was started without. */
  readonly proof?: string;
  /** Names the secret that a demo made for itself. */
  readonly ownKeyId?: string;
}

export async function readKeptSecret(database: Queryable): Promise<KeptSecret> {
  const proof = await readSetting(database, PROOF);
  const own = await readSetting(database, DEMO_SECRET);
  return {
    deployment: String(await readSetting(database, NAME)),
    ...(proof !== undefined && { proof: String(proof) }),
    ...(own !== undefined && { ownKeyId: new Secrets(String(own)).keyId }),
  };
}

/** The same of a database that an exchange is in, without writing anything. Throws StartRefusedError. */
export async function refuseOtherSecret(
  database: Queryable,
  configured: Configured,
): Promise<void> {
  refuseSecret(await readKeptSecret(database), configured);
}

/** Compares the settings' secret with what an exchange knows of its own. Throws StartRefusedError. */
export function refuseSecret(
  { deployment, proof, ownKeyId }: KeptSecret,
  configured: Configured,
): void {
  const { secretKey, previousSecretKeys = [] } = configured;
  if (secretKey === undefined) {
    if (proof === undefined) return;
    throw new StartRefusedError(
      'SECRET_KEY: this database is of an exchange that has one; set the one that it was started with',
    );
  }
  if (proof !== undefined) {
    const [present = '', ...previous] = proofsOf(configured, deployment);
    refuseOtherProof(proof, present, previous);
    return;
  }
  const isOwnNamed = previousSecretKeys.some((key) => new Secrets(key).keyId === ownKeyId);
  if (ownKeyId !== undefined && !isOwnNamed)
    throw new StartRefusedError(
      'SECRET_KEY: this demo began without one and keeps its own in its database; leave it out',
    );
}

/** The present secret's first. */
const proofsOf = (
  { secretKey = '', previousSecretKeys }: Configured,
  deployment: string,
): readonly string[] =>
  new Secrets(secretKey, previousSecretKeys)
    .digests(PROOF, deployment)
    .map((digest) => Buffer.from(digest).toString('hex'));

function refuseOtherProof(kept: string, present: string, previous: readonly string[]): void {
  if (kept === present) return;
  if (previous.includes(kept)) return;
  throw new StartRefusedError(
    'SECRET_KEY: this database is of an exchange with another secret; set the one that it was started with, or name it in SECRET_KEYS_PREVIOUS',
  );
}
