import { useApi } from '@fairlead/calls';
import { SkeletonCard } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { CardForm } from '../../features/assets/cards/CardForm.tsx';

/** A new bank card, or another version of one: `?id=2`. */
export function Page() {
  const t = useTranslations('common');
  const [query] = useSearchParams();
  const id = Number(query.get('id'));
  const isChange = Number.isSafeInteger(id) && id > 0;
  const cards = useApi('bankCards', {}, { enabled: isChange });
  const card = cards.data?.cards.find((one) => one.id === id);
  return (
    <Screen title={t('title.addBankCard')}>
      {isChange && cards.isPending ? (
        <div className="gutter pt-2">
          <SkeletonCard label={t('loading')} height={480} lines={4} />
        </div>
      ) : (
        <CardForm key={card?.id} card={card} />
      )}
    </Screen>
  );
}
