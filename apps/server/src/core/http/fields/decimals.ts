import { ProblemError } from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';
import type { Say } from '../../texts/texts.ts';

/** Reads decimals of several fields and tells of all that are wrong at once. */
export class Decimals {
  readonly #say: Say;
  readonly #fields = new Map<string, string>();

  constructor(say: Say) {
    this.#say = say;
  }

  read(field: string, text: string, scale: number): bigint {
    const value = parseDecimal(text, scale);
    if (value === undefined)
      this.#fields.set(field, this.#say('fields.decimals', { count: scale }));
    return value ?? 0n;
  }

  /** Reads what need not be given. */
  optional(field: string, text: string | undefined, scale: number): bigint | undefined {
    return text === undefined ? undefined : this.read(field, text, scale);
  }

  check(): void {
    if (this.#fields.size > 0)
      throw new ProblemError('validation_failed', { fields: Object.fromEntries(this.#fields) });
  }
}
