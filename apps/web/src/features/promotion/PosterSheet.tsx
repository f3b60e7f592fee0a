import { Failed } from '@fairlead/calls';
import { Button, ErrorState, Sheet, Skeleton, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../data/save-file.ts';
import { canShareFile } from './poster.ts';
import { usePoster } from './use-poster.ts';

export interface PosterSheetProps {
  code: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The poster as it will be saved, and the ways to keep it or to pass it on. */
export function PosterSheet({ code, isOpen, onOpenChange }: PosterSheetProps) {
  const t = useTranslations('promotion.poster');
  const common = useTranslations('common');
  const poster = usePoster(isOpen);
  const { drawn } = poster;
  const isDrawn = drawn !== undefined && drawn !== 'failed';
  const file = isDrawn ? new File([drawn.png], `${code}.png`, { type: 'image/png' }) : undefined;
  const isSharable = file !== undefined && canShareFile(file);
  const save = () => {
    if (file === undefined) {
      toast({ kind: 'bad', text: t('failed') });
      return;
    }
    saveFile(file.name, file);
    toast({ kind: 'good', text: t('saved') });
  };
  const share = () => {
    if (file === undefined) return;
    // Putting the system's sheet away is no failure.
    navigator.share({ files: [file] }).catch((error: unknown) => {
      const isDismissed = error instanceof DOMException && error.name === 'AbortError';
      if (!isDismissed) toast({ kind: 'bad', text: t('failed') });
    });
  };
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('title')}
      closeLabel={common('close')}
      footer={
        <div className="flex gap-2 *:flex-1">
          {isSharable && (
            <Button size={44} icon="share" onClick={share}>
              {t('share')}
            </Button>
          )}
          <Button
            variant="main"
            size={44}
            icon="download"
            disabled={drawn === undefined}
            onClick={save}
          >
            {t('save')}
          </Button>
        </div>
      }
    >
      {isDrawn && (
        <img
          src={drawn.url}
          alt={t('alt', { code })}
          className="mx-auto block max-h-[70dvh] max-w-full rounded-12 object-contain"
        />
      )}
      {drawn === 'failed' && <ErrorState>{t('failed')}</ErrorState>}
      {drawn === undefined && poster.error !== null && <Failed query={poster} />}
      {drawn === undefined && poster.error === null && (
        <div role="status" aria-busy="true">
          <span className="fl-sr">{common('loading')}</span>
          <Skeleton height={360} className="rounded-12" />
        </div>
      )}
    </Sheet>
  );
}
