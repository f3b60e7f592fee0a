import { useApi } from '@fairlead/calls';
import type { Receipt, ReceiptHead } from '@fairlead/contract';
import {
  EmptyState,
  ErrorState,
  formatDate,
  formatPrice,
  ListRow,
  SectionHead,
  SkeletonRows,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { HashButton } from '../../app/parts/HashButton.tsx';
import { errorText } from '../../data/calls/error-text.ts';
import { priceDecimals } from './check/exact.ts';
import { sideOf, textOf } from './check/fields.ts';
import { RECEIPT_PATH } from './steps/ChainStep.tsx';

const SHOWN = 20;
/** Before the newest head: what came after it is shown too. */
const BEFORE_HEAD = 10;

/** The newest published head, and the last receipts of all users. */
export function LatestReceipts() {
  const t = useTranslations('receipt.verify');
  const common = useTranslations('common');
  const heads = useApi('receiptHeads', { page: 1, limit: 1 });
  const head = heads.data?.list[0];
  const from = Math.max(1, (head?.count ?? 0) - BEFORE_HEAD + 1);
  const receipts = useApi(
    'receipts',
    { from, limit: SHOWN },
    { enabled: heads.data !== undefined },
  );
  const error = heads.error ?? receipts.error;
  const retry = () => {
    void heads.refetch();
    void receipts.refetch();
  };
  return (
    <section className="pt-4 pb-8">
      <SectionHead title={t('latest')} note={t('latestNote')} />
      {heads.data !== undefined && <HeadLine head={head} />}
      {receipts.data?.list.toReversed().map((receipt) => (
        <ReceiptRow key={receipt.id} receipt={receipt} />
      ))}
      {receipts.data?.list.length === 0 && <EmptyState>{t('none')}</EmptyState>}
      {receipts.data === undefined &&
        (error === null ? (
          <SkeletonRows label={common('loading')} count={5} mark={false} />
        ) : (
          <ErrorState
            onRetry={retry}
            retryLabel={common('retry')}
            retrying={heads.isFetching || receipts.isFetching}
          >
            {errorText(error)}
          </ErrorState>
        ))}
    </section>
  );
}

function HeadLine({ head }: { head: ReceiptHead | undefined }) {
  const t = useTranslations('receipt.verify');
  const locale = useLocale();
  if (head === undefined) return null;
  return (
    <div className="gutter pb-2">
      <p className="flex items-baseline justify-between gap-3">
        <span>{t('head')}</span>
        <HashButton hash={head.hash} />
      </p>
      <p className="text-12 text-muted">
        {t('headDetail', {
          count: head.count,
          time: formatDate(head.time, 'dayMinute', locale),
        })}
      </p>
    </div>
  );
}

function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('receipt');
  const locale = useLocale();
  const { id, kind, symbol, time, result } = receipt;
  const side = sideOf(receipt);
  const price =
    textOf(result, 'open_price') ??
    textOf(result, 'close_price') ??
    textOf(result, 'delivery_price') ??
    textOf(result, 'average_price') ??
    receipt.strike;
  return (
    <ListRow
      title={t('chain.this', { kind: t(`kind.${kind}`), id: String(id) })}
      caption={[symbol, side && t(`side.${side}`)].filter(Boolean).join(' · ')}
      value={kind === 'loss' ? '' : formatPrice(price, priceDecimals(price))}
      valueCaption={formatDate(time, 'time', locale)}
      href={href(RECEIPT_PATH, { id })}
    />
  );
}
