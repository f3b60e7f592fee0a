import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { AddressCoins } from '../../../features/assets/addresses/AddressCoins.tsx';

/** The address book: which coin. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('addressCoins')}>
      <AddressCoins />
    </Screen>
  );
}
