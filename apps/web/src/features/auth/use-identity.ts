import { useApi } from '@fairlead/calls';
import { useLanguage } from '../../i18n/language.ts';
import { type AreaCode, usualAreaCode } from './codes/area-codes.ts';
import { useDraft } from './draft-store.ts';
import type { Identity } from './model.ts';

const FRESH_FOR_MS = 24 * 60 * 60_000;

/** Countries with their calling codes, named in the user's language. */
export const useAreaCodes = (isEnabled: boolean) =>
  useApi('areaCode', {}, { freshForMs: FRESH_FOR_MS, enabled: isEnabled });

export interface IdentityState {
  readonly identity: Identity;
  readonly area: AreaCode;
  /** The text kept for the chosen type. */
  readonly account: string;
}

/** Phone or e-mail, the country, and what was typed so far in any page of the flow. */
export function useIdentity(): IdentityState {
  const { type, area: chosen, email, phone } = useDraft();
  const language = useLanguage();
  const { data: list } = useAreaCodes(type === 'phone');
  const known = list?.find((entry) => entry.country === chosen?.country);
  const area = known ?? chosen ?? usualAreaCode({ list, language, tags: navigator.languages });
  return {
    identity: { type, areaCode: area.area_code },
    area,
    account: type === 'email' ? email : phone,
  };
}
