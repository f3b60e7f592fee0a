import { useApi } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { HelpSearch } from '../../../features/articles/HelpSearch.tsx';
import { ARTICLES_MAX, HelpTopics } from '../../../features/articles/HelpTopics.tsx';
import { StillStuck } from '../../../features/chat/StillStuck.tsx';

/** Help articles by topic, with search. */
export function Page() {
  const t = useTranslations('common.title');
  const articles = useApi('newsList', { category: 'help', limit: ARTICLES_MAX });
  return (
    <Screen title={t('help')} onRefresh={() => articles.refetch()}>
      <HelpSearch>
        <HelpTopics query={articles} />
        <StillStuck />
      </HelpSearch>
    </Screen>
  );
}
