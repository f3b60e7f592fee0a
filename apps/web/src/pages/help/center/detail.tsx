import { useApi } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { Beside } from '../../../app/parts/Beside.tsx';
import { ArticlePage } from '../../../features/articles/ArticlePage.tsx';
import { ARTICLES_MAX, HelpTopics } from '../../../features/articles/HelpTopics.tsx';
import { StillStuck } from '../../../features/chat/StillStuck.tsx';

/** One help article; on a desk beside the others. */
export function Page() {
  const t = useTranslations('common.title');
  const isWide = useIsWide();
  const articles = useApi(
    'newsList',
    { category: 'help', limit: ARTICLES_MAX },
    { enabled: isWide },
  );
  return (
    <Beside list={<HelpTopics query={articles} />}>
      <ArticlePage
        title={t('helpDetail')}
        listPath="pages/help/center/center"
        hasDate={false}
        foot={<StillStuck />}
      />
    </Beside>
  );
}
