/** Where both levels stand and what their forms ask for, checked with the contract's own schemas; pure. */
import type { RequestOf, ResponseOf } from '@fairlead/contract';
import { zContactAddress, zCountry, zIdNumber, zRealName } from '@fairlead/contract';
import { type Photo, sentFileId } from '../../data/upload.ts';
import type { AppMessages } from '../../i18n/messages.ts';

export const LEVELS = ['basic', 'advanced'] as const;
export type Level = (typeof LEVELS)[number];
export type Levels = ResponseOf<'center2'>;
/** Of a submission under review that a provider checks. */
export type Check = NonNullable<Levels['basic']['check']>;

/** refused: the last request was turned down and another one may be sent. */
export type Standing = 'unverified' | 'under_review' | 'verified' | 'refused';

export const standingOf = (levels: Levels, level: Level): Standing => {
  const { status, reason } = levels[level];
  return status === 'unverified' && reason !== undefined ? 'refused' : status;
};

/** What a page of a level may do: fill in, or say why not. */
export type Door = 'open' | 'under_review' | 'verified' | 'basic_first';

export function doorOf(levels: Levels, level: Level): Door {
  const { status } = levels[level];
  if (status !== 'unverified') return status;
  return level === 'advanced' && levels.basic.status !== 'verified' ? 'basic_first' : 'open';
}

/** A key of `verification.invalid`. */
export type Problem = keyof AppMessages['verification']['invalid'];

export const BASIC_FIELDS = ['country', 'name', 'id_number'] as const;
export type BasicField = (typeof BASIC_FIELDS)[number];
export type BasicValues = Readonly<Record<BasicField, string>>;

export function checkBasic(values: BasicValues): Partial<Record<BasicField, Problem>> {
  return {
    ...(!zCountry.safeParse(values.country).success && { country: 'country' as const }),
    ...(!zRealName.safeParse(values.name.trim()).success && { name: 'name' as const }),
    ...(!zIdNumber.safeParse(values.id_number.trim()).success && {
      id_number: 'idNumber' as const,
    }),
  };
}

export const basicRequest = (values: BasicValues): RequestOf<'realName'> => ({
  country: values.country,
  name: values.name.trim(),
  id_number: values.id_number.trim(),
});

export const PHOTO_FIELDS = ['front_photo', 'back_photo', 'holding_photo'] as const;
export type PhotoField = (typeof PHOTO_FIELDS)[number];
export type Photos = Readonly<Record<PhotoField, Photo>>;
export type AdvancedField = PhotoField | 'contact_address';

export function checkAdvanced(
  address: string,
  photos: Photos,
): Partial<Record<AdvancedField, Problem>> {
  const missing = PHOTO_FIELDS.filter((field) => photos[field].state === 'none');
  return {
    ...(!zContactAddress.safeParse(address.trim()).success && {
      contact_address: 'address' as const,
    }),
    ...Object.fromEntries(missing.map((field) => [field, 'photo' as const])),
  };
}

/** Undefined while a picture is not with the server yet. */
export function advancedRequest(
  address: string,
  photos: Photos,
): RequestOf<'realName2'> | undefined {
  const front = sentFileId(photos.front_photo);
  const back = sentFileId(photos.back_photo);
  const holding = sentFileId(photos.holding_photo);
  if (front === undefined || back === undefined || holding === undefined) return undefined;
  return {
    contact_address: address.trim(),
    front_photo: front,
    back_photo: back,
    holding_photo: holding,
  };
}
