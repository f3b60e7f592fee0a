import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import type { HostingOrder, ResponseOf } from '@fairlead/contract';
import { buttonLook, EmptyState, IconLink, Skeleton } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { useEntryState } from '../../data/draft.ts';
import { BuyDone } from '../../features/hosting/buy/BuyDone.tsx';
import { BuyForm } from '../../features/hosting/buy/BuyForm.tsx';
import { productTerms } from '../../features/hosting/terms.ts';

/** Others buy too: what remains is asked for anew. */
const REFETCH_MS = 30_000;

/** One product, to reckon with or to buy: `?id=2&amount=10000`. */
export function Page() {
  const [query] = useSearchParams();
  const id = Number(query.get('id'));
  return <BuyPage key={id} id={id} />;
}

function BuyPage({ id }: { id: number }) {
  const t = useTranslations('hosting');
  const title = useTranslations('common.title');
  const isId = Number.isSafeInteger(id) && id > 0;
  const [order, setOrder] = useEntryState<HostingOrder | undefined>(`locked ${id}`, undefined);
  const query = useApi('hostingProduct', { id }, { enabled: isId, pollMs: REFETCH_MS });
  const { data, error } = query;
  const isMissing = !isId || error?.code === 'not_found';
  return (
    <Screen
      title={data?.name ?? title('lockFunds')}
      right={
        isId && (
          <IconLink icon="info" label={t('rules')} href={href('pages/finance/rulePage', { id })} />
        )
      }
    >
      {order !== undefined ? (
        <BuyDone order={order} />
      ) : isMissing ? (
        <Missing />
      ) : data !== undefined ? (
        <Form product={data} onDone={setOrder} />
      ) : (
        <NotYet query={query} />
      )}
    </Screen>
  );
}

interface FormProps {
  product: ResponseOf<'hostingProduct'>;
  onDone: (order: HostingOrder) => void;
}

function Form({ product, onDone }: FormProps) {
  const terms = productTerms(product);
  return terms === undefined ? (
    <Missing />
  ) : (
    <BuyForm product={product} terms={terms} onDone={onDone} />
  );
}

function Missing() {
  const t = useTranslations('hosting');
  return (
    <EmptyState
      action={
        <a {...buttonLook({ size: 36 })} href={href('pages/template/index')}>
          {t('seeProducts')}
        </a>
      }
    >
      {t('productMissing')}
    </EmptyState>
  );
}

interface NotYetProps {
  query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}

function NotYet({ query: { error, isFetching, refetch } }: NotYetProps) {
  const t = useTranslations('hosting');
  if (error !== null) {
    return <Failed query={{ error, refetch, isFetching }} failed={t('productFailed')} />;
  }
  return (
    <div className="gutter grid gap-4 pt-1">
      <Skeleton height={84} />
      <LoadingCard lines={4} height={228} />
      <Skeleton height={200} />
    </div>
  );
}
