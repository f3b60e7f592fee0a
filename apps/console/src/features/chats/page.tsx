import { Listing, Loaded, LoadingRows, useApi } from '@fairlead/calls';
import { EmptyState, Tabs } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { useIsPhone } from '../../data/hooks.ts';
import { useMe } from '../../data/use-config.ts';
import { useFilters } from '../../lists/use-filters.ts';
import { useOpenRow } from '../../lists/use-open-row.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { Conversation } from './Conversation.tsx';
import { inOrder, neighbour } from './model.ts';
import { QueueList } from './QueueList.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { chatTexts as t } from './texts.ts';
import { UserCard } from './UserCard.tsx';

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
        <div className="con-chat-list">
          <Listing
            query={{ ...list, data: list.data && chats }}
            loading={<LoadingRows count={5} mark={false} />}
            failed={t.failed}
            empty={<EmptyState>{areClosed ? t.emptyClosed : t.empty}</EmptyState>}
          >
            {() => (
              <QueueList
                chats={chats}
                openId={openId}
                onOpen={choice.onOpen}
                areClosed={areClosed}
              />
            )}
          </Listing>
        </div>
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

function Settings() {
  const settings = useApi('chatSettings', {});
  // A form must not change under who fills it in.
  const mayEdit = useMay('saveChatSettings');
  return (
    <Loaded
      query={settings}
      loading={<LoadingRows count={6} mark={false} />}
      failed={t.settings.failed}
    >
      {(data) => <SettingsForm key={`${mayEdit}`} settings={data} />}
    </Loaded>
  );
}
