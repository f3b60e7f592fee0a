import { formatDate } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { useSetting } from '../../data/settings.ts';
import { useApiPages } from '../../data/use-api.ts';
import { ArticleList } from '../../features/articles/ArticleList.tsx';
import { markSeen } from '../../features/articles/use-has-news.ts';

/** Announcements, newest first. Opening the list counts as seeing them. */
export function Page() {
  const t = useTranslations('common');
  const locale = useLocale();
  const pages = useApiPages('newsList', { category: 'notice' });
  const seen = useSetting('seenNotice');
  const [seenBefore] = useState(seen);
  const newest = pages.items?.[0]?.id;
  useEffect(() => {
    if (newest !== undefined && newest > seen) markSeen(newest);
  }, [newest, seen]);
  return (
    <Screen title={t('title.notices')} onRefresh={() => pages.refetch()}>
      <ArticleList
        label={t('title.notices')}
        pages={pages}
        detailPath="pages/index/notice/notice"
        emptyText={t('noNotices')}
        note={(item) => formatDate(item.published_at, 'day', locale)}
        isNew={(item) => item.id > seenBefore}
      />
    </Screen>
  );
}
