import type { useApiPages } from '@fairlead/calls';
import { formatDate } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useSetting } from '../../data/account/settings.ts';
import { markSeen } from '../../data/unread.ts';
import { ArticleList } from './ArticleList.tsx';

/** Newest first. Opening the list counts as seeing them. */
export function Announcements({ pages }: { pages: ReturnType<typeof useApiPages<'newsList'>> }) {
  const t = useTranslations('common');
  const inbox = useTranslations('inbox');
  const locale = useLocale();
  const seen = useSetting('seenNotice');
  const [seenBefore] = useState(seen);
  const newest = pages.data?.[0]?.id;
  useEffect(() => {
    if (newest !== undefined && newest > seen) markSeen(newest);
  }, [newest, seen]);
  return (
    <ArticleList
      label={inbox('announcements')}
      pages={pages}
      detailPath="pages/index/notice/notice"
      emptyText={t('noNotices')}
      note={(item) => formatDate(item.published_at, 'day', locale)}
      isNew={(item) => item.id > seenBefore}
    />
  );
}
