import { useTranslations } from 'use-intl';
import { ArticlePage } from '../../../features/articles/ArticlePage.tsx';
import { StillStuck } from '../../../features/chat/StillStuck.tsx';

/** One help article. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <ArticlePage
      title={t('helpDetail')}
      listPath="pages/help/center/center"
      hasDate={false}
      foot={<StillStuck />}
    />
  );
}
