import { routes } from '@fairlead/contract';
import { LANGUAGES, plainTag } from '@fairlead/contract/constants';
import { describe, expect, test } from 'vitest';
import { countriesIn, countryName, findCountries } from '../../data/countries.ts';
import type { Photo } from '../../data/upload.ts';
import {
  advancedRequest,
  basicRequest,
  checkAdvanced,
  checkBasic,
  doorOf,
  type Levels,
  type Photos,
  standingOf,
} from './model.ts';

const levels = (
  basic: Levels['basic']['status'],
  advanced: Levels['advanced']['status'] = 'unverified',
  reason?: string,
): Levels => ({
  basic: { status: basic, ...(reason !== undefined && { reason }) },
  advanced: { status: advanced },
});

describe('where a level stands', () => {
  test('unverified with a reason was refused, without one never asked for', () => {
    expect(standingOf(levels('unverified'), 'basic')).toBe('unverified');
    expect(standingOf(levels('unverified', 'unverified', 'Blurred'), 'basic')).toBe('refused');
    expect(standingOf(levels('verified', 'under_review'), 'advanced')).toBe('under_review');
  });
  test.each([
    [levels('unverified'), 'basic', 'open'],
    [levels('unverified'), 'advanced', 'basic_first'],
    [levels('under_review'), 'basic', 'under_review'],
    [levels('under_review'), 'advanced', 'basic_first'],
    [levels('verified'), 'basic', 'verified'],
    [levels('verified'), 'advanced', 'open'],
    [levels('verified', 'under_review'), 'advanced', 'under_review'],
    [levels('verified', 'verified'), 'advanced', 'verified'],
  ] as const)('%j: %s is %s', (known, level, door) => {
    expect(doorOf(known, level)).toBe(door);
  });
});

describe('basic', () => {
  const values = { country: 'JP', name: ' Mara Sato ', id_number: ' TK 123-456 ' };
  test('what passes here is what the contract takes, without the blanks around it', () => {
    expect(checkBasic(values)).toEqual({});
    expect(routes.realName.request.safeParse(basicRequest(values)).success).toBe(true);
    expect(basicRequest(values)).toEqual({
      country: 'JP',
      name: 'Mara Sato',
      id_number: 'TK 123-456',
    });
  });
  test('everything is required', () => {
    expect(checkBasic({ country: '', name: ' a ', id_number: '12' })).toEqual({
      country: 'country',
      name: 'name',
      id_number: 'idNumber',
    });
    expect(checkBasic({ ...values, id_number: '12<34>' })).toEqual({ id_number: 'idNumber' });
  });
});

describe('advanced', () => {
  const file = new File(['x'], 'a.jpg');
  const sent = (fileId: number): Photo => ({ state: 'sent', fileId, file, url: 'blob:a' });
  const photos = (holding: Photo): Photos => ({
    front_photo: sent(1),
    back_photo: sent(2),
    holding_photo: holding,
  });
  test('an address and three photos that are with the server make a request', () => {
    expect(checkAdvanced(' Pier 4, Kobe ', photos(sent(3)))).toEqual({});
    const request = advancedRequest(' Pier 4, Kobe ', photos(sent(3)));
    expect(routes.realName2.request.safeParse(request).success).toBe(true);
    expect(request?.contact_address).toBe('Pier 4, Kobe');
  });
  test('a photo that is missing is named; one on its way holds the request back', () => {
    expect(checkAdvanced('', photos({ state: 'none' }))).toEqual({
      contact_address: 'address',
      holding_photo: 'photo',
    });
    const sending: Photo = { state: 'sending', share: 0.5, file, url: 'blob:a' };
    expect(checkAdvanced('Pier 4, Kobe', photos(sending))).toEqual({});
    expect(advancedRequest('Pier 4, Kobe', photos(sending))).toBeUndefined();
  });
});

describe('countries', () => {
  test.each(LANGUAGES)('in %s all have a name of their own', (language) => {
    const list = countriesIn(plainTag(language));
    expect(list.length).toBeGreaterThan(245);
    expect(list.filter(({ code, name }) => name === code)).toEqual([]);
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });
  const codes = (locale: string, search: string) =>
    findCountries(countriesIn(locale), search).map(({ code }) => code);
  test('are found by name in either language, by code, without accents', () => {
    expect(codes('ja', '日本')).toEqual(['JP']);
    expect(codes('ja', 'japan')).toEqual(['JP']);
    expect(codes('en', 'cote')).toContain('CI');
    expect(codes('es', 'mexico')[0]).toBe('MX');
    expect(codes('en', 'kr')[0]).toBe('KR');
    expect(codes('en', 'nowhere')).toEqual([]);
  });
  test('those that begin with it come first', () => {
    expect(codes('en', 'guinea').slice(0, 2)).toEqual(['GN', 'GW']);
    expect(codes('en', 'guinea')).toContain('PG');
  });
  test('an unknown code stays a code', () => {
    expect(countryName('QQ', 'en')).toBe('QQ');
  });
});
