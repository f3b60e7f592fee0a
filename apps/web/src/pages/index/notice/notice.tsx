import { useTranslations } from 'use-intl';
import { ArticlePage } from '../../../features/articles/ArticlePage.tsx';

/** One announcement. */
export function Page() {
  const t = useTranslations('common.title');
  return <ArticlePage title={t('notice')} listPath="pages/notice/index" hasDate />;
}
