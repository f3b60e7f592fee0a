/** What the check of a receipt came to, for the screen. The checks themselves are @fairlead/receipt's. */
import type { Texts } from './fields.ts';

/** Something that was, or was not, computed again. */
export interface Part {
  readonly name: keyof Texts['part'];
  readonly count?: number;
}

export interface FailedCheck {
  /** As the verifier names it; shown in the reader's words where there are any. */
  readonly name: string;
  /** What differs: English, for whoever gets the report. */
  readonly detail: string;
}

export type Verdict =
  | { readonly state: 'checking' }
  | {
      readonly state: 'verified';
      readonly parts: readonly Part[];
      /** What could not be looked at with what was given. */
      readonly limited: readonly Part[];
      readonly ms: number;
      readonly atMs: number;
    }
  /** insecure: no WebCrypto on plain http; code: the verifier did not load. */
  | { readonly state: 'unchecked'; readonly reason: 'insecure' | 'code' }
  | {
      readonly state: 'mismatch';
      readonly failed: readonly FailedCheck[];
      readonly total: number;
      readonly atMs: number;
    };
