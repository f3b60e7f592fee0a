import { useApi } from '@fairlead/calls';
import { Icon, ListRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { OfferingsCard } from '../../app/parts/OfferingsCard.tsx';

/** Below the markets: new coins, and the way to invite friends; together, so that neither moves the other. */
export function HomeMore() {
  const t = useTranslations('home');
  const title = useTranslations('common.title');
  const { isFetched } = useApi('recommendedOfferings', {});
  if (!isFetched) return null;
  return (
    <>
      <OfferingsCard />
      <div className="fl-band mt-2" />
      <ListRow
        leading={
          <span className="grid size-9 place-items-center rounded-full bg-brand-tint text-brand">
            <Icon name="people" />
          </span>
        }
        title={title('promotion')}
        caption={t('inviteDetail')}
        chevron
        href={href('pages/promotion/index')}
      />
    </>
  );
}
