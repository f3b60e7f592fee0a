import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import type { Subscription } from '@fairlead/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { useEntryState } from '../../data/draft.ts';
import { useConfig } from '../../data/use-config.ts';
import { FaucetSheet } from '../../features/assets/FaucetSheet.tsx';
import type { OfferingDetails } from '../../features/publication/model.ts';
import { OfferingGate } from '../../features/publication/OfferingGate.tsx';
import { PurchaseClosed } from '../../features/publication/purchase/PurchaseClosed.tsx';
import { PurchaseDone } from '../../features/publication/purchase/PurchaseDone.tsx';
import { PurchaseForm } from '../../features/publication/purchase/PurchaseForm.tsx';
import { closedBy, purchaseRules } from '../../features/publication/purchase/purchase-model.ts';
import { useOffering } from '../../features/publication/use-offerings.ts';

const CURRENCIES_FRESH_MS = 600_000;

/** Subscribing for a new coin: `?id=1`. */
export function Page() {
  const t = useTranslations('publication');
  const title = useTranslations('common.title');
  const [search] = useSearchParams();
  const query = useOffering(Number(search.get('id')));
  const currency = query.data?.currency;
  return (
    <Screen
      title={currency === undefined ? title('subscribe') : t('subscribeFor', { currency })}
      className="pb-6"
    >
      <OfferingGate query={query}>{(offering) => <Purchase offering={offering} />}</OfferingGate>
    </Screen>
  );
}

function Purchase({ offering }: { offering: OfferingDetails }) {
  const name = `subscribed ${offering.id}`;
  const [done, setDone] = useEntryState<Subscription | undefined>(name, undefined);
  const [isFaucetOpen, setFaucetOpen] = useState(false);
  const { data: config } = useConfig();
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS });
  const rules = currencies.data && purchaseRules({ offering, currencies: currencies.data });
  if (done !== undefined) return <PurchaseDone order={done} offering={offering} />;
  if (offering.status !== 'subscribing')
    return <PurchaseClosed offering={offering} closed={undefined} />;
  if (rules === undefined) return <NoRules currencies={currencies} />;
  const closed = closedBy(rules);
  if (closed !== undefined) return <PurchaseClosed offering={offering} closed={closed} />;
  const isDemo = config?.demo === true;
  return (
    <>
      <PurchaseForm
        offering={offering}
        rules={rules}
        onDone={setDone}
        onFaucet={isDemo ? () => setFaucetOpen(true) : undefined}
      />
      {isDemo && <FaucetSheet isOpen={isFaucetOpen} onOpenChange={setFaucetOpen} />}
    </>
  );
}

interface NoRulesProps {
  currencies: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** The decimals of the two currencies are not there yet, or did not come. */
function NoRules({ currencies: { error, isFetching, refetch } }: NoRulesProps) {
  if (error === null) {
    return (
      <div className="gutter pt-2">
        <LoadingCard height={240} lines={4} />
      </div>
    );
  }
  return <Failed query={{ error, refetch, isFetching }} />;
}
