import { LoadingRows, Pending, pageBrand, useApi } from '@fairlead/calls';
import { Button, Checkbox, Note, Sheet } from '@fairlead/ui';
import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../data/save-file.ts';
import { canShare, shareFile } from '../../data/share-link.ts';
import { href } from '../navigation.ts';
import { drawPicture } from './draw-picture.ts';
import { type Proof, pictureOf, type Shared } from './share-model.ts';

export interface ShareSheetProps {
  shared: Shared;
  onClose: () => void;
}

/** Shows the picture before anybody else sees it; amounts are in it only if they are switched on. */
export function ShareSheet({ shared, onClose }: ShareSheetProps) {
  const t = useTranslations('share');
  const common = useTranslations('common');
  const [withAmounts, setAmounts] = useState(false);
  const { receiptId } = shared;
  const receipt = useApi('receipt', { id: receiptId ?? 0 }, { enabled: receiptId !== undefined });
  const isPending = receiptId !== undefined && receipt.data === undefined;
  const link = proofLink(receiptId);
  const picture = usePicture(shared, {
    withAmounts,
    proof: receipt.data && { receiptId: receipt.data.id, head: receipt.data.hash, link },
    isPending,
  });
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      closeLabel={common('close')}
      footer={picture.file !== undefined && <Acts file={picture.file} />}
    >
      <div className="grid gap-3">
        {isPending ? (
          <Pending query={receipt} loading={<LoadingRows count={3} mark={false} />} />
        ) : picture.isFailed ? (
          <Note kind="warn">{t('failed')}</Note>
        ) : (
          picture.url !== undefined && (
            <img
              className="max-h-[50vh] w-full rounded-12 border border-hairline object-contain"
              src={picture.url}
              alt={`${shared.symbol} ${shared.what} ${shared.headline}`}
            />
          )
        )}
        {shared.amounts.length > 0 && (
          <Checkbox checked={withAmounts} onCheckedChange={setAmounts}>
            {t('amounts')}
          </Checkbox>
        )}
        <p className="text-12 text-muted">{t('drawnHere')}</p>
      </div>
    </Sheet>
  );
}

const proofLink = (receiptId: number | undefined): string =>
  `${window.location.origin}${window.location.pathname}${href('pages/settlement/receipt', { id: receiptId ?? 0 })}`;

interface PictureOptions {
  readonly withAmounts: boolean;
  readonly proof: Proof | undefined;
  readonly isPending: boolean;
}

interface DrawnPicture {
  readonly file?: File;
  readonly url?: string;
  readonly isFailed?: boolean;
}

/** Draws anew whatever it says changes. */
function usePicture(
  shared: Shared,
  { withAmounts, proof, isPending }: PictureOptions,
): DrawnPicture {
  const t = useTranslations('share');
  const [drawn, setDrawn] = useState<DrawnPicture>({});
  const id = String(proof?.receiptId ?? '');
  const { receiptOf } = shared;
  const host = window.location.host;
  const words = useMemo(
    () => ({
      receipt: [t('receipt', { id }), ...(receiptOf === undefined ? [] : [receiptOf])].join(' · '),
      head: t('head'),
      check: t('check', { host }),
      noReceipt: t('noReceipt'),
    }),
    [t, id, host, receiptOf],
  );
  // As text: what it says is what counts, not which object says it.
  const said = JSON.stringify(pictureOf(shared, { brand: pageBrand().name, proof, withAmounts }));
  useEffect(() => {
    if (isPending) return undefined;
    let [isOver, url] = [false, ''];
    const canvas = drawPicture(JSON.parse(said) as ReturnType<typeof pictureOf>, words);
    if (canvas === undefined) setDrawn({ isFailed: true });
    canvas?.toBlob((blob) => {
      if (isOver) return;
      if (blob === null) return setDrawn({ isFailed: true });
      url = URL.createObjectURL(blob);
      setDrawn({ url, file: new File([blob], `${shared.name}.png`, { type: 'image/png' }) });
    }, 'image/png');
    return () => {
      isOver = true;
      if (url !== '') URL.revokeObjectURL(url);
    };
  }, [said, words, isPending, shared.name]);
  return drawn;
}

/** To the system's share sheet where it takes pictures; saving it works everywhere. */
function Acts({ file }: { file: File }) {
  const t = useTranslations('share');
  const save = () => saveFile(file.name, file);
  if (!canShare(file))
    return (
      <Button block onClick={save}>
        {t('save')}
      </Button>
    );
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button variant="line" block onClick={save}>
        {t('save')}
      </Button>
      <Button block onClick={() => void shareFile(file)}>
        {t('share')}
      </Button>
    </div>
  );
}
