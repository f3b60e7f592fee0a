import { useApiPages } from '@fairlead/calls';
import { EmptyState, TabPanel, Tabs } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../app/layout.ts';
import { Screen } from '../../app/Screen.tsx';
import { useUnread } from '../../data/unread.ts';
import { Announcements } from '../../features/articles/Announcements.tsx';
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
  const isWide = useIsWide();
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
          <div className="wide:grid wide:grid-cols-[minmax(288px,2fr)_minmax(0,3fr)] wide:gap-6">
            <Announcements pages={news} />
            {isWide && <EmptyState>{t('chooseRow')}</EmptyState>}
          </div>
        )}
      </TabPanel>
    </Screen>
  );
}
