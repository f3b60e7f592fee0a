import { useApi } from '@fairlead/calls';
import { useCurrencies } from '../../data/use-config.ts';
import { SelectFilter } from '../../lists/FilterBar.tsx';
import { type Filter, type FilterFieldProps, userFilter } from '../../lists/filters.tsx';
import { readId } from '../../lists/use-filters.ts';
import { Queue } from '../../queue/Queue.tsx';
import { STATUSES } from '../../queue/queues.ts';
import { columnsOf } from './columns.tsx';
import { SubscriptionPanel } from './SubscriptionPanel.tsx';
import { subscriptionTexts as t } from './texts.ts';

function OfferingFilter(props: FilterFieldProps) {
  const offerings = useApi('operatorOfferings', {});
  const currencies = useCurrencies();
  const options = (offerings.data ?? []).map(({ id, currency_id }) => {
    const name = currencies?.get(currency_id)?.name ?? String(currency_id);
    return [String(id), t.offering(name, id)] as const;
  });
  return <SelectFilter label={t.offeringFilter} options={options} {...props} />;
}

const offeringFilter: Filter<'offering_id', number> = {
  param: 'offering_id',
  read: readId,
  field: (props) => <OfferingFilter {...props} />,
};

/** Subscriptions: those under review the oldest first, then what became of them. */
export const Page = () => (
  <Queue
    name="subscriptions"
    tabs={STATUSES}
    texts={t}
    tabOf={({ status }) => status}
    asks={(status) => ({ status })}
    filters={{ offering: offeringFilter, user: userFilter }}
    columns={columnsOf}
    Panel={SubscriptionPanel}
    follows
  />
);
