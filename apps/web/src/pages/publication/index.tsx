import { TabPanel, Tabs } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { OfferingList } from '../../features/publication/OfferingList.tsx';
import { RecordList } from '../../features/publication/RecordList.tsx';

const TABS = ['offerings', 'records'] as const;
type Tab = (typeof TABS)[number];

/** New coins before their market opens, and one's own subscriptions: `?tab=records`. */
export function Page() {
  const t = useTranslations('publication');
  const title = useTranslations('common.title');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'offerings';
  const show = (next: Tab) =>
    navigate(href('pages/publication/index', { tab: next }).slice(1), { replace: true });
  return (
    <Screen title={title('publication')} className="pb-8">
      <Tabs<Tab>
        id="publication"
        label={title('publication')}
        value={tab}
        items={TABS.map((value) => ({ value, label: t(value) }))}
        onValueChange={(next) => void show(next)}
      />
      <TabPanel id="publication" value={tab}>
        {tab === 'offerings' ? <OfferingList /> : <RecordList />}
      </TabPanel>
    </Screen>
  );
}
