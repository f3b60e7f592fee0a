import { useApi } from '@fairlead/calls';
import { Icon, List, ListRow } from '@fairlead/ui';
import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { SearchField } from '../../app/parts/SearchField.tsx';
import { countriesIn, findCountries } from '../../data/countries.ts';

const FRESH_FOR_MS = 24 * 60 * 60_000;

export interface CountryListProps {
  /** ISO 3166 alpha-2, or '' when none is chosen yet. */
  value: string;
  onChoose: (code: string) => void;
}

/** Every country and region by its name in the reader's language, found by name, code or calling code. */
export function CountryList({ value, onChoose }: CountryListProps) {
  const t = useTranslations('verification');
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const codes = useCallingCodes();
  const all = useMemo(() => countriesIn(locale), [locale]);
  const digits = search.trim().replace(/^\+/, '');
  const found = /^\d+$/.test(digits)
    ? all.filter(({ code }) => codes.get(code)?.startsWith(digits))
    : findCountries(all, search);
  return (
    <>
      <SearchField
        className="sticky top-0 z-10 gutter bg-bg py-2"
        label={t('search')}
        canClear
        value={search}
        onValueChange={setSearch}
      />
      {found.length === 0 && (
        <p className="gutter py-8 text-center text-muted" role="status">
          {t('noCountry', { search: search.trim() })}
        </p>
      )}
      <List label={t('country')}>
        {found.map(({ code, name }) => (
          <ListRow
            key={code}
            size={44}
            className="country-row"
            title={
              <span className="font-medium">
                {name}
                {code === value && <span className="fl-sr"> ✓</span>}
              </span>
            }
            middle={code === value && <Icon name="check" className="text-brand" />}
            value={
              <span className="text-muted tnum">
                <bdi>{codes.has(code) ? `+${codes.get(code)}` : code}</bdi>
              </span>
            }
            onClick={() => onChoose(code)}
          />
        ))}
      </List>
    </>
  );
}

/** By country; empty until the list is there, which nothing waits for. */
function useCallingCodes(): ReadonlyMap<string, string> {
  const { data } = useApi('areaCode', {}, { freshForMs: FRESH_FOR_MS });
  return useMemo(
    () => new Map(data?.map(({ country, area_code }) => [country, area_code])),
    [data],
  );
}
