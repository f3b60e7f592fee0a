import { Failed } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { Receipt } from '@fairlead/contract';
import { buttonLook, EmptyState, IconButton, toast } from '@fairlead/ui';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { useUser } from '../../data/account/session.ts';
import { callApi } from '../../data/calls/api.ts';
import { saveFile } from '../../data/save-file.ts';
import { noteReceipt } from '../../data/seen-heads.ts';
import { shareLink } from '../../data/share-link.ts';
import { readId } from '../../features/receipt/check/read-given.ts';
import { LoadingReceipt } from '../../features/receipt/LoadingReceipt.tsx';
import { ReceiptProof } from '../../features/receipt/ReceiptProof.tsx';
import { useProof } from '../../features/receipt/use-proof.ts';

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
      {!isMissing && data === undefined && receipt.error !== null && <Failed query={receipt} />}
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

/** A receipt as this reader may see it: its owner's part goes when they log out. */
function useReceipt(id: number | undefined): UseQueryResult<Receipt, ApiError> {
  const user = useUser();
  const result = useQuery({
    queryKey: ['receipt', { id }, user?.id],
    queryFn: async ({ signal }) => {
      const receipt = await callApi('receipt', { id: id ?? 0 }, { signal });
      noteReceipt(receipt);
      return receipt;
    },
    enabled: id !== undefined,
    meta: { isPrivate: true },
  });
  // The client rejects with ApiError and nothing else but an abort, which is no result.
  return result as UseQueryResult<Receipt, ApiError>;
}
