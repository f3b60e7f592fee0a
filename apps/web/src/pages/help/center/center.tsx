import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { useApiPages } from '../../../data/use-api.ts';
import { ArticleList } from '../../../features/articles/ArticleList.tsx';

/** Help articles. */
export function Page() {
  const t = useTranslations('common');
  const pages = useApiPages('newsList', { category: 'help' });
  return (
    <Screen title={t('title.help')} onRefresh={() => pages.refetch()}>
      <ArticleList
        label={t('title.help')}
        pages={pages}
        detailPath="pages/help/center/detail"
        emptyText={t('noArticles')}
      />
    </Screen>
  );
}
