import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import { Button, IconButton, Skeleton, TabPanel, Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { Earned } from '../../features/promotion/Earned.tsx';
import { InviteCard, useShareInvite } from '../../features/promotion/InviteCard.tsx';
import { FriendList, RebateList } from '../../features/promotion/Lists.tsx';
import type { Invite } from '../../features/promotion/model.ts';
import { RulesSheet } from '../../features/promotion/RulesSheet.tsx';
import { TopTen } from '../../features/promotion/TopTen.tsx';

const TABS = ['top', 'friends', 'rebates'] as const;
type Tab = (typeof TABS)[number];

/** Inviting friends: earnings, the code, the ranking, friends and rebates; `?tab=rebates`. */
export function Page() {
  const t = useTranslations('promotion');
  const title = useTranslations('common.title');
  const invite = useApi('invite', {});
  const [isRulesOpen, setRulesOpen] = useState(false);
  const { data } = invite;
  return (
    <Screen
      title={title('promotion')}
      className="pb-8"
      right={
        data && (
          <IconButton icon="info" label={t('rules.title')} onClick={() => setRulesOpen(true)} />
        )
      }
    >
      {data !== undefined && (
        <>
          <Earned invite={data} />
          <InviteCard invite={data} />
          <Lists invite={data} />
          <RulesSheet invite={data} isOpen={isRulesOpen} onOpenChange={setRulesOpen} />
        </>
      )}
      {data === undefined && <NoInvite invite={invite} />}
    </Screen>
  );
}

function Lists({ invite }: { invite: Invite }) {
  const t = useTranslations('promotion');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'top';
  const share = useShareInvite(invite);
  const action = (
    <Button size={36} onClick={share}>
      {t('shareLink')}
    </Button>
  );
  const labels: Readonly<Record<Tab, string>> = {
    top: t('top'),
    friends: `${t('friends')} ${invite.invite_count}`,
    rebates: t('rebates'),
  };
  return (
    <>
      <Tabs<Tab>
        id="promotion"
        className="mt-2"
        label={t('lists')}
        value={tab}
        items={TABS.map((value) => ({ value, label: labels[value] }))}
        onValueChange={(next) =>
          void navigate(href('pages/promotion/index', { tab: next }).slice(1), { replace: true })
        }
      />
      <TabPanel id="promotion" value={tab}>
        {tab === 'top' && <TopTen currency={invite.currency} action={action} />}
        {tab === 'friends' && <FriendList currency={invite.currency} action={action} />}
        {tab === 'rebates' && <RebateList action={action} />}
      </TabPanel>
    </>
  );
}

function NoInvite({ invite }: { invite: ReturnType<typeof useApi<'invite'>> }) {
  const common = useTranslations('common');
  if (invite.error === null) {
    return (
      <div role="status" aria-busy="true" className="gutter pt-1">
        <span className="fl-sr">{common('loading')}</span>
        <Skeleton width={96} height={14} />
        <Skeleton width={180} height={32} className="mt-3" />
        <Skeleton height={36} className="mt-4" />
        <div className="mt-6">
          <LoadingCard height={184} lines={4} />
        </div>
      </div>
    );
  }
  return <Failed query={invite} />;
}
