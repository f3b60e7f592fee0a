/** Checks publications and a user's proof on this device: what the exchange says is only material. */
import type { LiabilityProofView, LiabilitySnapshotView } from '@fairlead/contract';
import { noteHeads } from '../../data/seen-heads.ts';
import { canHash, loadVerifier } from '../../data/verifier.ts';
import { comparePins, keepPins, type Pins, readPins } from './pins.ts';

export interface Finding {
  /** `changed` and `missing` are of what this device saw before. */
  readonly name:
    | 'shape'
    | 'hash'
    | 'link'
    | 'empty'
    | 'owner'
    | 'path'
    | 'changed'
    | 'missing'
    | 'other';
  /** English, for whoever gets the report. */
  readonly detail: string;
}

export type Check =
  | { readonly state: 'checking' }
  /** `paths`: that many currencies of one's own lead to their totals; undefined without a proof. */
  | {
      readonly state: 'verified';
      readonly paths: number | undefined;
      readonly links: number;
      readonly same: readonly number[];
      readonly atMs: number;
    }
  | { readonly state: 'unchecked'; readonly reason: 'insecure' | 'code' }
  | { readonly state: 'mismatch'; readonly findings: readonly Finding[]; readonly atMs: number };

export interface Given {
  /** Newest first. */
  readonly list: readonly LiabilitySnapshotView[];
  /** Older ones that this device saw before, as they are published now. */
  readonly older: readonly LiabilitySnapshotView[];
  readonly proof: LiabilityProofView | undefined;
  /** The user who is logged in. */
  readonly owner: number | undefined;
  /** The publication that the proof was asked for, where one was named. */
  readonly wantedId: number | undefined;
}

/** The newest that this device saw and that lies beyond a list: to be asked for by itself. */
export function pinToAskFor(
  pins: Pins,
  list: readonly LiabilitySnapshotView[],
): number | undefined {
  const oldest = Math.min(...list.map(({ id }) => id));
  const before = [...pins.keys()].filter((id) => id < oldest);
  return before.length === 0 ? undefined : Math.max(...before);
}

/** Everything that can be checked with what is given. Never throws. */
export async function checkLiabilities(given: Given): Promise<Check> {
  if (!canHash()) return { state: 'unchecked', reason: 'insecure' };
  try {
    const findings = [...(await checkList(given.list)), ...(await checkProof(given))];
    const seen = [...given.list, ...given.older];
    const pins = readPins();
    const { changed, missing, same } = comparePins(pins, seen);
    findings.push(
      ...changed.map(
        (id): Finding => ({
          name: 'changed',
          detail: `publication ${id} was ${pins.get(id)} before`,
        }),
      ),
      ...missing.map(
        (id): Finding => ({
          name: 'missing',
          detail: `publication ${id} was ${pins.get(id)}, and is gone`,
        }),
      ),
    );
    const atMs = Date.now();
    if (findings.length > 0) return { state: 'mismatch', findings, atMs };
    keepPins(pins, seen);
    noteHeads(seen.flatMap(({ receipts }) => (receipts === undefined ? [] : [receipts])));
    const links = Math.max(0, given.list.length - 1);
    return { state: 'verified', paths: given.proof?.paths.length, links, same, atMs };
  } catch {
    return { state: 'unchecked', reason: 'code' };
  }
}

/** Each by itself and with the one before it, as far as the list goes. */
async function checkList(list: readonly LiabilitySnapshotView[]): Promise<Finding[]> {
  const { verifySnapshot } = await loadVerifier();
  const findings: Finding[] = [];
  for (const [at, snapshot] of list.entries()) {
    const { checks } = await verifySnapshot(snapshot, { previous: list[at + 1] });
    for (const { name, status, detail = '' } of checks)
      if (status === 'failed')
        findings.push({ name, detail: `publication ${snapshot.id}: ${detail}` });
  }
  return findings;
}

async function checkProof({ list, older, proof, owner, wantedId }: Given): Promise<Finding[]> {
  if (proof === undefined || owner === undefined) return [];
  const { verifyLiabilityProof } = await loadVerifier();
  const { checks } = await verifyLiabilityProof(proof, { owner });
  const findings = checks
    .filter(({ status }) => status === 'failed')
    .map(
      ({ name, currency, detail = '' }): Finding => ({
        name,
        detail: currency === undefined ? detail : `${currency}: ${detail}`,
      }),
    );
  // A right proof of something else than what everybody sees proves nothing.
  const { id, hash } = proof.snapshot;
  const published = [...list, ...older].find((each) => each.id === id);
  if (published !== undefined && published.hash !== hash)
    findings.push({ name: 'other', detail: `the proof is of another publication ${id}` });
  if (published === undefined && wantedId === undefined)
    findings.push({ name: 'other', detail: `publication ${id} is not in the list` });
  if (wantedId !== undefined && wantedId !== id)
    findings.push({ name: 'other', detail: `publication ${wantedId} was asked for, ${id} given` });
  return findings;
}
