import { EmptyState, ErrorState, SkeletonRows, Tabs } from '@fairlead/ui';
import { useShortcuts } from '../app/shortcuts.ts';
import { useMay } from '../data/acts.ts';
import { errorText } from '../data/error-text.ts';
import { useApi } from '../data/use-api.ts';
import { useMe } from '../data/use-config.ts';
import { useIsPhone } from '../data/use-media.ts';
import { Conversation } from '../features/chats/Conversation.tsx';
import { inOrder, neighbour } from '../features/chats/model.ts';
import { QueueList } from '../features/chats/QueueList.tsx';
import { SettingsForm } from '../features/chats/SettingsForm.tsx';
import { UserCard } from '../features/chats/UserCard.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { chatTexts as t } from '../texts/chats.ts';
import { sharedTexts } from '../texts/shared.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['open', 'closed', 'settings'] as const;
type Tab = (typeof TABS)[number];

/** Online chat: the queue, a conversation, and the hours of the desk. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const role = useMe().data?.role;
  // Managers set the hours and read no conversation.
  const tabs: readonly Tab[] = role === 'manager' ? ['settings'] : TABS;
  const tab = tabs.find((name) => name === filters.values.tab) ?? tabs[0] ?? 'open';
  return (
    <PageFrame title={t.title}>
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={tabs.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => filters.set({ tab: value === 'open' ? '' : value })}
      />
      {tab === 'settings' ? <Settings /> : <Desk key={tab} areClosed={tab === 'closed'} />}
    </PageFrame>
  );
}

const LIST_EVERY_MS = 4_000;
const LIST_MAX = 100;

function Desk({ areClosed }: { areClosed: boolean }) {
  const isPhone = useIsPhone();
  const row = useOpenRow();
  const request = { page: 1, limit: LIST_MAX, ...(areClosed && { status: 'closed' as const }) };
  const list = useApi('operatorChats', request, { pollMs: LIST_EVERY_MS });
  const listed = list.data?.list ?? [];
  const chats = areClosed ? listed : listed.filter(({ status }) => status !== 'closed');
  const { openId, choice } = row;
  const open = listed.find(({ id }) => id === openId);
  const ids = (areClosed ? chats : inOrder(chats)).map(({ id }) => id);
  const move = (step: 1 | -1) => {
    const id = neighbour(ids, openId, step);
    if (id !== undefined) choice.onOpen(id);
  };
  const next = () => move(1);
  useShortcuts({ j: next, k: () => move(-1), Enter: next }, ids.length > 0);
  const isListHidden = isPhone && openId !== undefined;
  return (
    <div className="con-desk">
      {!isListHidden && (
        <List query={list} areClosed={areClosed}>
          <QueueList chats={chats} openId={openId} onOpen={choice.onOpen} areClosed={areClosed} />
        </List>
      )}
      {openId === undefined ? (
        <p className="con-desk-choose">{chats.length > 0 && t.choose}</p>
      ) : (
        <Conversation
          key={openId}
          id={openId}
          colleagues={list.data?.colleagues ?? []}
          onClose={row.close}
        />
      )}
      {open && <UserCard key={open.user_id} chat={open} />}
    </div>
  );
}

interface ListProps {
  query: ReturnType<typeof useApi<'operatorChats'>>;
  areClosed: boolean;
  children: React.ReactNode;
}

/** The list in each of its states. */
function List({ query, areClosed, children }: ListProps) {
  if (query.data === undefined)
    return (
      <div className="con-chat-list">
        {query.error === null ? (
          <SkeletonRows label={sharedTexts.loading} count={5} mark={false} />
        ) : (
          <ErrorState
            onRetry={() => void query.refetch()}
            retryLabel={sharedTexts.retry}
            retrying={query.isFetching}
          >
            {`${t.failed} ${errorText(query.error)}`}
          </ErrorState>
        )}
      </div>
    );
  const isEmpty = query.data.list.every(({ status }) => !areClosed && status === 'closed');
  if (!isEmpty) return children;
  return (
    <div className="con-chat-list">
      <EmptyState>{areClosed ? t.emptyClosed : t.empty}</EmptyState>
    </div>
  );
}

function Settings() {
  const settings = useApi('chatSettings', {});
  // A form must not change under who fills it in.
  const mayEdit = useMay('saveChatSettings');
  if (settings.data !== undefined)
    return <SettingsForm key={`${mayEdit}`} settings={settings.data} />;
  if (settings.error === null)
    return <SkeletonRows label={sharedTexts.loading} count={6} mark={false} />;
  return (
    <ErrorState
      onRetry={() => void settings.refetch()}
      retryLabel={sharedTexts.retry}
      retrying={settings.isFetching}
    >
      {`${t.settings.failed} ${errorText(settings.error)}`}
    </ErrorState>
  );
}
