/** Proofs of liabilities and publications out of files: each by itself, and each against the others. */
import {
  isLiabilityProof,
  isLiabilitySnapshot,
  type LiabilityProof,
  type LiabilitySnapshot,
  type LiabilityVerification,
  verifyLiabilityProof,
  verifySnapshot,
} from '../src/index.ts';

export interface LiabilityOptions {
  /** The user's number, where it was given. */
  readonly owner: number | undefined;
  /** All currencies that the user says to have had; undefined where they did not say. */
  readonly had: readonly string[] | undefined;
  readonly say: (line: string) => void;
}

/** Gives the exit code. */
export async function verifyLiabilities(
  values: readonly unknown[],
  { owner, had, say }: LiabilityOptions,
): Promise<0 | 1 | 3> {
  const sum = { proofs: 0, paths: 0, published: 0, links: 0, wrong: 0, absent: 0 };
  const complain = (line: string): void => {
    sum.wrong += 1;
    // A forged text must not reach the terminal's controls.
    say(`WRONG ${line.replace(/\p{Cc}/gu, '?')}`);
  };
  const byId = new Map<number, LiabilitySnapshot>();
  for (const snapshot of values.flatMap(snapshotsOf)) {
    const known = byId.get(snapshot.id);
    if (known !== undefined && known.hash !== snapshot.hash)
      complain(`there are two publications ${snapshot.id}`);
    byId.set(snapshot.id, snapshot);
  }
  const take = (name: string, { checks }: LiabilityVerification): void => {
    for (const { name: check, status, currency, detail } of checks) {
      const what = currency === undefined ? check : `${check} ${currency}`;
      if (status === 'failed') complain(`${name}: ${what}: ${detail}`);
      if (status === 'skipped' && check === 'path' && had === undefined) {
        sum.absent += 1;
        say(`NOT PROVED ${name}: ${what}: ${detail}`);
      }
      if (status === 'passed' && check === 'path') sum.paths += 1;
      if (status === 'passed' && check === 'link') sum.links += 1;
    }
  };
  for (const value of values) {
    const id = snapshotsOf(value)[0]?.id;
    const previous = id === undefined ? undefined : byId.get(id - 1);
    if (isLiabilitySnapshot(value)) {
      sum.published += 1;
      take(`publication ${id}`, await verifySnapshot(value, { previous }));
    } else {
      sum.proofs += 1;
      const context = {
        previous,
        ...(owner !== undefined && { owner }),
        ...(had !== undefined && { had }),
      };
      take(id === undefined ? 'proof' : `proof ${id}`, await verifyLiabilityProof(value, context));
      if (isLiabilityProof(value)) tell(value, say);
    }
  }
  say(
    `${sum.proofs} proofs, ${sum.paths} paths to published totals, ` +
      `${sum.published} publications, ${sum.links} links`,
  );
  if (sum.wrong > 0) {
    say(`${sum.wrong} wrong`);
    return 1;
  }
  if (sum.absent > 0) {
    say(
      `nothing wrong, but ${sum.absent} currencies have no path: right only if you had nothing of them (--had)`,
    );
    return 3;
  }
  say('all right');
  return 0;
}

function snapshotsOf(value: unknown): readonly LiabilitySnapshot[] {
  if (isLiabilitySnapshot(value)) return [value];
  return isLiabilityProof(value) ? [value.snapshot] : [];
}

/** What is proved, so that a reader can compare it with their own records. */
function tell({ owner, snapshot, paths }: LiabilityProof, say: LiabilityOptions['say']): void {
  const time = new Date(snapshot.time).toISOString();
  say(`user ${owner}, publication ${snapshot.id} of ${time}, ${snapshot.hash}`);
  for (const { currency, amount } of paths) {
    const total = snapshot.trees.find((tree) => tree.currency === currency)?.total;
    say(`  ${amount} ${currency} of ${total}`.replace(/\p{Cc}/gu, '?'));
  }
  if (paths.length === 0) say('  nothing');
}
