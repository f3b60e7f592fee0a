import type { HostingOrder, ResponseOf } from '@fairlead/contract';
import { buttonLook, EmptyState, ErrorState, IconLink, Skeleton, SkeletonCard } from '@fairlead/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { errorText } from '../../data/error-text.ts';
import { useApi } from '../../data/use-api.ts';
import { BuyDone } from '../../features/hosting/BuyDone.tsx';
import { BuyForm } from '../../features/hosting/BuyForm.tsx';
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
  const [order, setOrder] = useState<HostingOrder>();
  const query = useApi('hostingProduct', { id }, { enabled: isId, refetchEveryMs: REFETCH_MS });
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
  const common = useTranslations('common');
  if (error !== null) {
    return (
      <ErrorState
        onRetry={() => void refetch()}
        retryLabel={common('retry')}
        retrying={isFetching}
        detail={errorText(error)}
      >
        {t('productFailed')}
      </ErrorState>
    );
  }
  return (
    <div className="gutter grid gap-4 pt-1">
      <Skeleton height={84} />
      <SkeletonCard label={common('loading')} lines={4} height={228} />
      <Skeleton height={200} />
    </div>
  );
}
