import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { chooseCountry } from '../../data/countries.ts';
import { CountryList } from '../../features/location/CountryList.tsx';

/** Picks a country or region for the page before. */
export function Page() {
  const t = useTranslations('common.title');
  const goBack = useGoBack('/pages/verification/basic');
  const [query] = useSearchParams();
  return (
    <Screen title={t('chooseCountry')}>
      <CountryList
        value={query.get('value') ?? ''}
        onChoose={(code) => {
          chooseCountry(code);
          goBack();
        }}
      />
    </Screen>
  );
}
