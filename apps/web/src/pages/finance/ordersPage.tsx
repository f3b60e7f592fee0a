import type { HostingStatus } from '@fairlead/contract';
import { TabPanel, Tabs } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { ExportLink } from '../../app/parts/ExportLink.tsx';
import { Screen } from '../../app/Screen.tsx';
import { refreshHosting } from '../../features/hosting/hooks.ts';
import { OrderList } from '../../features/hosting/orders/OrderList.tsx';

const STATUSES = ['hosting', 'completed', 'redeemed'] as const satisfies readonly HostingStatus[];

/** All hosting orders of the user: `?status=redeemed`. */
export function Page() {
  const t = useTranslations('hosting');
  const title = useTranslations('common.title');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const status = STATUSES.find((one) => one === search.get('status')) ?? 'hosting';
  const show = (next: HostingStatus) =>
    navigate(href('pages/finance/ordersPage', { status: next }).slice(1), { replace: true });
  return (
    <Screen
      title={title('lockedOrders')}
      className="pb-6"
      onRefresh={refreshHosting}
      right={<ExportLink what="locked_orders" />}
    >
      <Tabs<HostingStatus>
        id="hosting-orders"
        label={t('orders')}
        value={status}
        items={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        onValueChange={(next) => void show(next)}
      />
      <TabPanel id="hosting-orders" value={status}>
        <OrderList key={status} status={status} />
      </TabPanel>
    </Screen>
  );
}
