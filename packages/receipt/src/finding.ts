/** What a check says. Words in `detail` are for people who know; screens show the check's name in their language. */

export type CheckStatus =
  | 'passed'
  | 'failed'
  /** It does not apply, or what it needs was not given. */
  | 'skipped';

export interface Finding {
  readonly status: CheckStatus;
  /** What differs, or why it was skipped. English, one line. */
  readonly detail?: string;
}

const PASSED: Finding = { status: 'passed' };

export const failed = (detail: string): Finding => ({ status: 'failed', detail });

export const skipped = (detail: string): Finding => ({ status: 'skipped', detail });

/** Passes without a problem, fails with the first. */
export function findingOf(problems: Iterable<string | undefined>): Finding {
  for (const problem of problems) if (problem !== undefined) return failed(problem);
  return PASSED;
}

/** A problem unless both are the same. */
export function differs(
  what: string,
  { found, expected }: { found: unknown; expected: unknown },
): string | undefined {
  if (found === expected) return undefined;
  return `${what} is ${show(found)}, should be ${show(expected)}`;
}

const show = (value: unknown): string => (value === undefined ? 'missing' : String(value));
