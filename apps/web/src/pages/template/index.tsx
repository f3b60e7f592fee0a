import type { HostingStatus } from '@fairlead/contract';
import { buttonLook, IconLink, TabPanel, Tabs } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { href } from '../../app/navigation.ts';
import { OfferingsCard } from '../../app/parts/OfferingsCard.tsx';
import { Screen } from '../../app/Screen.tsx';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { HostingHero } from '../../features/hosting/HostingHero.tsx';
import { useReport } from '../../features/hosting/hooks.ts';
import { OrderList } from '../../features/hosting/orders/OrderList.tsx';
import { ProductList } from '../../features/hosting/ProductList.tsx';

const TABS = ['products', 'hosting', 'completed', 'redeemed'] as const satisfies readonly (
  | 'products'
  | HostingStatus
)[];
type Tab = (typeof TABS)[number];

/** Tab 4: what is in hosting, what is on sale, and one's orders by state: `?tab=hosting`. */
export function Page() {
  const title = useTranslations('common.title');
  const t = useTranslations('hosting');
  const isLoggedIn = useIsLoggedIn();
  return (
    <Screen
      title={title('earn')}
      isTab
      className="pb-6"
      right={
        <>
          {isLoggedIn && (
            <IconLink icon="receipt" label={t('orders')} href={href('pages/finance/ordersPage')} />
          )}
          <IconLink icon="info" label={t('rules')} href={href('pages/finance/rulePage')} />
        </>
      }
    >
      {isLoggedIn ? <Own /> : <ForGuests />}
    </Screen>
  );
}

function Own() {
  const t = useTranslations('hosting');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const report = useReport();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'products';
  const count = report.data?.orders ?? 0;
  const labelOf = (value: Tab): string => {
    if (value === 'products') return t('products');
    return value === 'hosting' && count > 0
      ? t('status.hostingCount', { count: String(count) })
      : t(`status.${value}`);
  };
  const show = (next: Tab) =>
    navigate(href('pages/template/index', { tab: next }).slice(1), { replace: true });
  return (
    <>
      <HostingHero query={report} hasLink />
      <Tabs<Tab>
        id="earn"
        label={t('views')}
        value={tab}
        items={TABS.map((value) => ({ value, label: labelOf(value) }))}
        onValueChange={(next) => void show(next)}
      />
      <TabPanel id="earn" value={tab}>
        {tab === 'products' ? <OnSale /> : <OrderList key={tab} status={tab} />}
      </TabPanel>
    </>
  );
}

const LOG_IN = `#${loginTarget('/pages/template/index')}`;

function ForGuests() {
  const t = useTranslations('hosting');
  const common = useTranslations('common');
  return (
    <>
      <section className="gutter pt-1 pb-3">
        <h2 className="max-w-[18em] text-20 font-strong text-balance">{t('promise')}</h2>
        <div className="mt-3 flex items-center justify-between gap-3 rounded-12 bg-raised py-2 pe-2 ps-4">
          <p className="text-secondary">{t('logInLine')}</p>
          <a {...buttonLook({ variant: 'main', size: 44 })} href={LOG_IN}>
            {common('logIn')}
          </a>
        </div>
      </section>
      <OnSale />
    </>
  );
}

/** Products, and new coins while there are some. */
function OnSale() {
  return (
    <>
      <ProductList />
      <OfferingsCard />
    </>
  );
}
