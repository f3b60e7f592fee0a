import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { CardList } from '../../features/assets/cards/CardList.tsx';

/** The own bank cards. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('bankCards')}>
      <CardList />
    </Screen>
  );
}
