import type { RequestOf, ResponseOf } from '@fairlead/contract';

export type Detail = ResponseOf<'operatorUser'>;
export type MaskedField = RequestOf<'revealUser'>['field'];

/** In the order they are shown. */
export const MASKED_FIELDS = [
  'account',
  'name',
  'id_number',
  'address',
  'cards',
] as const satisfies readonly MaskedField[];

/** What the footer asks for: nothing, a reason for an act, or one for a look behind a mask. */
export type Step = 'view' | 'freeze' | 'unfreeze' | 'hold' | 'release' | 'end' | MaskedField;

export const isMaskedField = (step: Step): step is MaskedField =>
  MASKED_FIELDS.some((field) => field === step);

export interface Revealed {
  readonly values: Readonly<Partial<Record<MaskedField, string>>>;
  /** Looks left this hour, known after the first. */
  readonly left: number | undefined;
}
export const NO_FIELDS: Revealed = { values: {}, left: undefined };
