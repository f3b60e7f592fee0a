/** Runs the verifier on this device and says what it did. Its code comes when the first receipt is checked. */
import type { Receipt } from '@fairlead/contract';
import type { CheckName, Verification, VerifyContext } from '@fairlead/receipt';
import { canHash, loadVerifier } from '../../../data/verifier.ts';
import { countOf } from './medians.ts';
import type { Part, Verdict } from './verdict.ts';

/** Everything that can be checked with what is given. Never throws. */
export async function checkReceipt(value: unknown, context: VerifyContext): Promise<Verdict> {
  if (!canHash()) return { state: 'unchecked', reason: 'insecure' };
  try {
    const { verifyReceipt, isReceipt } = await loadVerifier();
    const startedAt = performance.now();
    const verification = await verifyReceipt(value, context);
    const ms = Math.max(1, Math.round(performance.now() - startedAt));
    if (!verification.isRight || !isReceipt(value)) return mismatch(verification);
    return {
      state: 'verified',
      parts: partsOf(value as Receipt, verification),
      limited: limitedOf(value as Receipt, verification),
      ms,
      atMs: Date.now(),
    };
  } catch {
    return { state: 'unchecked', reason: 'code' };
  }
}

const mismatch = ({ checks }: Verification): Verdict => ({
  state: 'mismatch',
  failed: checks
    .filter(({ status }) => status === 'failed')
    .map(({ name, detail = '' }) => ({ name, detail })),
  total: checks.filter(({ status }) => status !== 'skipped').length,
  atMs: Date.now(),
});

/** What was computed again, in the order of the proof. */
function partsOf(receipt: Receipt, { checks, quotes }: Verification): readonly Part[] {
  const passed = new Set(
    checks.filter(({ status }) => status === 'passed').map(({ name }) => name),
  );
  const { medians, isDeclared } = countOf(receipt.samples);
  const isOption = receipt.kind === 'purchase' || receipt.kind === 'delivery';
  const parts: readonly (readonly [CheckName, Part])[] = [
    passed.has('link') ? ['link', { name: 'chain' }] : ['hash', { name: 'hash' }],
    // A feed that declares itself is no median of anything.
    ['samples', { name: 'quotes', count: isDeclared ? 0 : quotes }],
    ['samples', { name: isDeclared ? 'samples' : 'medians', count: medians }],
    ['mean', { name: 'mean' }],
    ['outcome', { name: 'outcome' }],
    ['price', { name: 'price' }],
    ['trigger', { name: 'trigger' }],
    ['amounts', { name: isOption ? 'payout' : 'amounts' }],
  ];
  return parts
    .filter(([check, { count }]) => passed.has(check) && count !== 0)
    .map(([, part]) => part);
}

const LIMITS: readonly (readonly [CheckName, Part])[] = [
  ['link', { name: 'link' }],
  ['opening', { name: 'opening' }],
  ['commitment', { name: 'own' }],
];

/** What was left out for want of what it needs. */
function limitedOf({ kind }: Receipt, { checks }: Verification): readonly Part[] {
  const skipped = new Set(
    checks.filter(({ status }) => status === 'skipped').map(({ name }) => name),
  );
  // A loss is nobody's: it has no amounts that only an owner sees.
  const isLacking = (check: CheckName) =>
    skipped.has(check) && !(kind === 'loss' && check === 'commitment');
  return LIMITS.filter(([check]) => isLacking(check)).map(([, part]) => part);
}
