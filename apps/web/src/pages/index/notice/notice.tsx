import { useApiPages } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { Beside } from '../../../app/parts/Beside.tsx';
import { Announcements } from '../../../features/articles/Announcements.tsx';
import { ArticlePage } from '../../../features/articles/ArticlePage.tsx';

/** One announcement; on a desk beside the others. */
export function Page() {
  const t = useTranslations('common.title');
  const isWide = useIsWide();
  const news = useApiPages('newsList', { category: 'notice' }, { enabled: isWide });
  return (
    <Beside list={<Announcements pages={news} />}>
      <ArticlePage title={t('notice')} listPath="pages/notice/index" hasDate />
    </Beside>
  );
}
