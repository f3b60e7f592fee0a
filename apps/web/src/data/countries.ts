import { create } from 'zustand';

/** Countries by ISO 3166 alpha-2, named by the browser in the reader's language; pure. */

/** Every code that is assigned to a country or territory. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** One country's name; its code where the browser does not know it. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** All of them, in the order of the reader's language. */
export function countriesIn(locale: string): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return CODES.split(' ')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}

/** Without case and accents, so that "cote" finds "Côte d’Ivoire". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase();

/** By name, in the reader's language or in English, or by code; those that begin with it first. */
export function findCountries(list: readonly Country[], search: string): readonly Country[] {
  const wanted = plain(search.trim());
  if (wanted === '') return list;
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const rank = ({ code, name }: Country): number => {
    const names = [plain(name), plain(english.of(code) ?? code)];
    if (code.toLowerCase() === wanted || names.some((one) => one.startsWith(wanted))) return 0;
    return names.some((one) => one.includes(wanted)) ? 1 : 2;
  };
  return list
    .map((country) => ({ country, rank: rank(country) }))
    .filter((found) => found.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}

const choiceStore = create<{ readonly code: string | undefined }>()(() => ({ code: undefined }));

/** Picks a country, or takes the pick away. */
export const chooseCountry = (code: string | undefined): void => choiceStore.setState({ code });

/** What was picked and not yet taken. */
export const useChosenCountry = (): string | undefined => choiceStore((state) => state.code);
