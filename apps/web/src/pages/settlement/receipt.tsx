import type { Receipt } from '@fairlead/contract';
import { buttonLook, EmptyState, ErrorState, IconButton, toast } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { errorText } from '../../data/error-text.ts';
import { saveFile } from '../../data/save-file.ts';
import { shareLink } from '../../data/share-link.ts';
import { LoadingReceipt } from '../../features/receipt/LoadingReceipt.tsx';
import { ReceiptProof } from '../../features/receipt/ReceiptProof.tsx';
import { readId } from '../../features/receipt/read-given.ts';
import { useProof } from '../../features/receipt/use-proof.ts';
import { useReceipt } from '../../features/receipt/use-receipt.ts';

/** One receipt of this exchange, by `id` in the address: for its owner, and for everybody without the amounts. */
export function Page() {
  const t = useTranslations('receipt');
  const common = useTranslations('common');
  const [query] = useSearchParams();
  const id = readId(query.get('id'));
  const receipt = useReceipt(id);
  const proof = useProof(receipt.data, id);
  const { data } = receipt;
  const isMissing = id === undefined || receipt.error?.code === 'not_found';
  const again = () => {
    void receipt.refetch();
    proof.again();
  };
  return (
    <Screen
      title={id === undefined ? common('title.receipt') : t('title', { id: String(id) })}
      right={data && <Actions receipt={data} />}
    >
      {isMissing && (
        <div className="pt-16">
          <EmptyState
            action={
              <a {...buttonLook({ size: 36 })} href={href('pages/settlement/verify')}>
                {t('verify.title')}
              </a>
            }
          >
            {id === undefined ? t('noNumber') : t('missing')}
          </EmptyState>
        </div>
      )}
      {!isMissing && data === undefined && receipt.error !== null && (
        <ErrorState
          onRetry={() => void receipt.refetch()}
          retryLabel={common('retry')}
          retrying={receipt.isFetching}
        >
          {errorText(receipt.error)}
        </ErrorState>
      )}
      {!isMissing && data === undefined && receipt.error === null && <LoadingReceipt />}
      {data !== undefined && (
        <ReceiptProof key={data.id} receipt={data} proof={{ ...proof, again }} />
      )}
    </Screen>
  );
}

function Actions({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('receipt');
  const errors = useTranslations('errors');
  const download = () =>
    saveFile(
      `fairlead-receipt-${receipt.id}.json`,
      JSON.stringify(receipt, undefined, 2),
      'application/json',
    );
  const share = async () => {
    const outcome = await shareLink(t('title', { id: String(receipt.id) }));
    if (outcome === 'copied') toast({ kind: 'good', text: t('linkCopied') });
    if (outcome === 'failed')
      toast({ kind: 'bad', text: errors('copy'), detail: window.location.href });
  };
  return (
    <>
      <IconButton icon="download" label={t('download')} onClick={download} />
      <IconButton icon="share" label={t('share')} onClick={() => void share()} />
    </>
  );
}
