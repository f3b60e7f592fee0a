import { LoadingRows, Pending } from '@fairlead/calls';
import { Icon, List, ListRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { SearchedListSheet } from '../../../app/parts/SearchedListSheet.tsx';
import { useAreaCodes } from '../use-identity.ts';
import { type AreaCode, findAreaCodes } from './area-codes.ts';

export interface AreaCodeSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  country: string;
  onChoose: (area: AreaCode) => void;
}

/** Every country with its calling code, found by name or number. */
export function AreaCodeSheet({ isOpen, onOpenChange, country, onChoose }: AreaCodeSheetProps) {
  const t = useTranslations('login');
  return (
    <SearchedListSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('areaCode')}
      searchLabel={t('searchCountry')}
    >
      {(search, choose) => (
        <Countries
          search={search}
          country={country}
          onChoose={(area) => choose(() => onChoose(area))}
        />
      )}
    </SearchedListSheet>
  );
}

interface CountriesProps extends Pick<AreaCodeSheetProps, 'country' | 'onChoose'> {
  search: string;
}

function Countries({ search, country, onChoose }: CountriesProps) {
  const t = useTranslations('login');
  const query = useAreaCodes(true);
  const { data: list } = query;
  if (list === undefined)
    return <Pending query={query} loading={<LoadingRows count={7} size={44} />} />;
  const found = findAreaCodes(list, search);
  if (found.length === 0)
    return (
      <p className="gutter py-8 text-center text-muted">
        {t('noCountry', { search: search.trim() })}
      </p>
    );
  return (
    <List label={t('areaCode')}>
      {found.map((area) => (
        <ListRow
          key={area.country}
          size={44}
          className="country-row"
          title={<span className="font-medium">{area.name}</span>}
          middle={area.country === country && <Icon name="check" className="text-brand" />}
          value={
            <span className="tnum text-secondary">
              <bdi>+{area.area_code}</bdi>
            </span>
          }
          onClick={() => onChoose(area)}
        />
      ))}
    </List>
  );
}
