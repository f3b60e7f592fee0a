import { useApiPages } from '@fairlead/calls';
import { formatDate, TabPanel, Tabs } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { markSeen, useUnread } from '../../data/unread.ts';
import { ArticleList } from '../../features/articles/ArticleList.tsx';
import { MessageList } from '../../features/messages/MessageList.tsx';

const TABS = ['announcements', 'messages'] as const;
type Tab = (typeof TABS)[number];
const ID = 'notices';

/** Announcements to all, and messages to the user: `?tab=messages`. */
export function Page() {
  const t = useTranslations('common');
  const inbox = useTranslations('inbox');
  const [query, setQuery] = useSearchParams();
  const tab: Tab = query.get('tab') === 'messages' ? 'messages' : 'announcements';
  const unread = useUnread();
  const news = useApiPages('newsList', { category: 'notice' }, { enabled: tab !== 'messages' });
  const messages = useApiPages('messages', {}, { enabled: tab === 'messages' });
  const choose = (next: Tab) =>
    setQuery(next === 'messages' ? { tab: next } : {}, { replace: true });
  return (
    <Screen
      title={t('title.notices')}
      onRefresh={() => (tab === 'messages' ? messages.refetch() : news.refetch())}
    >
      <Tabs
        id={ID}
        label={inbox('tabs')}
        value={tab}
        items={[
          { value: 'announcements', label: inbox('announcements') },
          {
            value: 'messages',
            label: unread > 0 ? inbox('mineUnread', { count: String(unread) }) : inbox('mine'),
          },
        ]}
        onValueChange={choose}
      />
      <TabPanel id={ID} value={tab}>
        {tab === 'messages' ? (
          <MessageList pages={messages} unread={unread} />
        ) : (
          <Announcements pages={news} />
        )}
      </TabPanel>
    </Screen>
  );
}

/** Newest first. Opening the list counts as seeing them. */
function Announcements({ pages }: { pages: ReturnType<typeof useApiPages<'newsList'>> }) {
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
