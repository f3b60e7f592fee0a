/**
 * What operators' passkeys signed when they passed a withdrawal, checked again beside the key. Whose keys count is written in
 * the policy by whoever runs the signer and never asked of the exchange; who owns that can ask, and not sign. Two keys of
 * one person are one word.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isSigned, type Place } from './assertion.ts';
import type { Job } from './desk.ts';

const zText = z.string().check(z.minLength(1));
const zBase64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/));
export const zOperatorPolicy = z.strictObject({
  deployment: zText,
  rp_id: zText,
  origins: z.array(z.url()).check(z.minLength(1)),
  /** A line for each passkey; `person` says whose it is, the same for all of theirs. */
  list: z
    .array(z.strictObject({ person: zText, credential_id: zBase64url, public_key: zBase64url }))
    .check(
      z.minLength(1),
      z.refine(
        (list) =>
          new Set(list.flatMap((each) => [each.credential_id, each.public_key])).size ===
          2 * list.length,
        { message: 'a passkey is listed twice' },
      ),
    ),
});

export interface OperatorPolicy extends Place {
  /** The exchange's id. */
  readonly deployment: string;
  /** By credential. */
  readonly keys: ReadonlyMap<string, OperatorKey>;
  /** How long what they signed pays; undefined: for ever. */
  readonly goodForMs: number | undefined;
}

interface OperatorKey {
  readonly person: string;
  /** COSE, base64url. */
  readonly publicKey: string;
}

export const toOperatorPolicy = (
  given: z.infer<typeof zOperatorPolicy>,
): Omit<OperatorPolicy, 'goodForMs'> => ({
  deployment: given.deployment,
  rpId: given.rp_id,
  origins: given.origins,
  keys: new Map(
    given.list.map(({ person, credential_id, public_key }) => [
      credential_id,
      { person, publicKey: public_key },
    ]),
  ),
});

/** What is about to be paid. */
export interface Paid {
  /** The policy's name of it. */
  readonly currency: string;
  /** What each approval is for. */
  readonly intentHash: string;
}

/** Why a job was not signed by `needed` different people of the list; undefined when it was. */
export async function operatorsRefusal(
  policy: OperatorPolicy,
  job: Job,
  { needed, nowMs, ...paid }: Paid & { readonly needed: number; readonly nowMs: number },
): Promise<string | undefined> {
  const people = new Set<string>();
  let isLate = false;
  for (const approval of job.approvals) {
    const person = await personOf(policy, job, approval, paid);
    if (person === undefined) continue;
    if (isInTime(policy, approval.signed?.nonce ?? '', nowMs)) people.add(person);
    else isLate = true;
  }
  if (people.size >= needed) return undefined;
  const few = `${people.size} of ${needed} people of the policy signed what is to be paid`;
  return isLate ? `${few} in time: what was signed is too old, or of a time to come` : few;
}

/** Clocks differ. */
const AHEAD_MS = 5 * 60_000;

/**
 * Whether what was signed is young enough. Its nonce begins with the time at which the exchange gave it out, in milliseconds to the base
 * 36, and is signed with the rest: nobody can make it younger afterwards.
 */
function isInTime({ goodForMs }: OperatorPolicy, nonce: string, nowMs: number): boolean {
  if (goodForMs === undefined) return true;
  const [, text] = /^([0-9a-z]{1,9})\./.exec(nonce) ?? [];
  if (text === undefined) return false;
  const ageMs = nowMs - Number.parseInt(text, 36);
  return ageMs <= goodForMs && ageMs >= -AHEAD_MS;
}

/** Who of the list signed an approval; undefined where nobody did. */
async function personOf(
  policy: OperatorPolicy,
  job: Job,
  { operator_id: operator, signed }: Job['approvals'][number],
  { currency, intentHash }: Paid,
): Promise<string | undefined> {
  if (signed === undefined) return undefined;
  const key = policy.keys.get(signed.credential_id);
  if (key === undefined) return undefined;
  const { address, amount, chain, id, owner } = job;
  const says = {
    address,
    chain,
    currency,
    intent_hash: intentHash,
    receipt_amount: amount,
    user_id: owner,
  };
  // RFC 8785 JSON of docs/internals/identity.md, of what is about to be paid.
  const text = JSON.stringify({
    deployment: policy.deployment,
    id,
    kind: 'approval',
    nonce: signed.nonce,
    operator,
    record: 'withdrawal',
    says: JSON.stringify(says),
    version: 1,
  });
  const challenge = createHash('sha256').update(text).digest('base64url');
  const isTheirs = await isSigned(signed, { publicKey: key.publicKey, challenge }, policy);
  return isTheirs ? key.person : undefined;
}
