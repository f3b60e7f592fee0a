import { Button, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { MarketTab } from './model.ts';
import { chooseTab, setSearch } from './view-store.ts';

/** Why nothing is listed, and the way out. */
export function EmptyMarkets({ tab, search }: { tab: MarketTab; search: string }) {
  const t = useTranslations('markets');
  const isSearch = search.trim() !== '';
  const action = isSearch ? (
    <Button size={36} onClick={() => setSearch('')}>
      {t('clearSearch')}
    </Button>
  ) : (
    <Button size={36} onClick={() => chooseTab('all')}>
      {t('showAll')}
    </Button>
  );
  return (
    <div className="pt-8">
      <EmptyState action={isSearch || tab !== 'all' ? action : undefined}>
        {isSearch ? t('noMatch', { search: search.trim() }) : t(`empty.${tab}`)}
      </EmptyState>
    </div>
  );
}
