/** One setting: how it is read, what it means, what stands where it is not given. */
import type * as z from 'zod';
import type { Reader } from './values.ts';

export interface Setting<Value = unknown> {
  readonly schema: z.ZodType<Value, string | undefined>;
  /** Markdown. */
  readonly meaning: string;
  /** The value, or words for it, where it is not given. */
  readonly otherwise: string;
  /** Should be seen by nobody who lists processes: may come from a file (NAME_FILE). */
  readonly isSecret: boolean;
}

type Words = {
  readonly meaning: string;
  readonly isSecret?: boolean;
};

/** One that has a value where it is not given. */
export function preset<Value>(
  read: Reader<Value>,
  { fallback, meaning, isSecret = false }: Words & { readonly fallback: string },
): Setting<Value> {
  return { schema: read.prefault(fallback), meaning, otherwise: `\`${fallback}\``, isSecret };
}

/** One that may be missing; `otherwise` says in words what then holds. */
export function optional<Value>(
  read: Reader<Value>,
  { meaning, otherwise = 'none', isSecret = false }: Words & { readonly otherwise?: string },
): Setting<Value | undefined> {
  return { schema: read.optional(), meaning, otherwise, isSecret };
}
