/** An office while it is written. */
import type { Office, RequestOf } from '@fairlead/contract';
import { officeTexts as t } from './texts.ts';

export const OFFICE_FIELDS = [
  'name',
  'country',
  'address',
  'phone',
  'email',
  'hours',
  'latitude',
  'longitude',
] as const;
export type OfficeField = (typeof OFFICE_FIELDS)[number];
export type OfficeDraft = Readonly<Record<OfficeField, string>>;

export const FIELD_MAX: Readonly<Record<OfficeField, number>> = {
  name: 80,
  country: 2,
  address: 300,
  phone: 40,
  email: 120,
  hours: 120,
  latitude: 12,
  longitude: 12,
};

/** Empty for a new one. */
export function officeDraft(office: Office | undefined): OfficeDraft {
  const entries = OFFICE_FIELDS.map((field) => [field, office?.[field] ?? ''] as const);
  return Object.fromEntries(entries) as Record<OfficeField, string>;
}

/** What stands in the way of saving; the server looks at the rest. */
export function officeProblems(draft: OfficeDraft): Partial<Record<OfficeField, string>> {
  return {
    ...(draft.name.trim() === '' && { name: t.problems.name }),
    ...(!/^[A-Z]{2}$/.test(draft.country.trim()) && { country: t.problems.country }),
    ...(draft.address.trim() === '' && { address: t.problems.address }),
  };
}

/** As the server takes it: what is empty is not sent. */
export function officeRequest(id: number | undefined, draft: OfficeDraft): RequestOf<'saveOffice'> {
  const { name, country, address, ...rest } = draft;
  const given = Object.entries(rest).filter(([, value]) => value.trim() !== '');
  return {
    ...(id !== undefined && { id }),
    name: name.trim(),
    country: country.trim(),
    address: address.trim(),
    ...Object.fromEntries(given.map(([field, value]) => [field, value.trim()])),
  };
}
