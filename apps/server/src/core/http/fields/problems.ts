/** Collects what is wrong with each field of a request, to tell of all at once. */
import { ProblemError } from '@fairlead/contract';
import { formatDecimal, parseDecimal } from '@fairlead/units';
import type { FieldTextKey, Say, TextValues } from '../../texts/texts.ts';

/** Steps in which a decimal may be given. */
export interface DecimalGrid {
  readonly step: bigint;
  readonly scale: number;
}

export class FieldProblems {
  readonly #say: Say;
  readonly #fields: Map<string, string>;
  readonly #prefix: string;

  constructor(say: Say, fields = new Map<string, string>(), prefix = '') {
    this.#say = say;
    this.#fields = fields;
    this.#prefix = prefix;
  }

  /** Those of a part of the request, whose fields begin so. */
  within(prefix: string): FieldProblems {
    return new FieldProblems(this.#say, this.#fields, this.#prefix + prefix);
  }

  add(field: string, text: FieldTextKey, values?: TextValues): void {
    this.#fields.set(this.#prefix + field, this.#say(`fields.${text}`, values));
  }

  /** Says why a text is not on a grid: it is missing, between two steps, or too large to count. */
  addGrid(field: string, text: string | undefined, { step, scale }: DecimalGrid): void {
    if (text === undefined) {
      this.add(field, 'required');
      return;
    }
    const value = parseDecimal(text, scale);
    if (value !== undefined && value % step === 0n) {
      this.add(field, 'too_large');
      return;
    }
    const stepText = formatDecimal(step, scale).replace(/(?:\.|(?<![.0]))0+$/, '');
    this.add(field, 'step', { step: stepText === '' ? '1' : stepText });
  }

  throwIfAny(): void {
    if (this.#fields.size > 0)
      throw new ProblemError('validation_failed', { fields: Object.fromEntries(this.#fields) });
  }
}
