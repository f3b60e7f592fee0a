import { Icon, IconButton } from '@fairlead/ui';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient } from '../../data/calls/query.ts';
import { PICTURE_TYPES, sentFileId, usePhoto } from '../../data/upload.ts';
import { TEXT_MAX } from './model.ts';
import { send, setDraft, useDraft } from './outbox.ts';
import { PictureTray } from './PictureTray.tsx';

/** Five lines and a bit, so that one sees that there is more. */
const FIELD_MAX_PX = 132;

/** With a keyboard that is drawn, Enter begins a new line as everywhere on a phone. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** A field that is as high as what is written in it, up to its bound. */
function useGrowingField(written: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = 'auto';
    // The words that stand for nothing may be cut off; they make it no higher.
    if (written !== '') area.style.height = `${Math.min(area.scrollHeight, FIELD_MAX_PX)}px`;
  }, [written]);
  return field;
}

interface PicturePickerProps {
  onChosen: (file: File | undefined) => void;
}

function PicturePicker({ onChosen }: PicturePickerProps) {
  const t = useTranslations('chat');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon="camera"
        label={t('addPicture')}
        className="text-secondary"
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        aria-label={t('addPicture')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          onChosen(file);
        }}
      />
    </>
  );
}

/** The field with its buttons. The focus stays in it, so that the keyboard of a phone does too. */
export function Composer() {
  const t = useTranslations('chat');
  const draft = useDraft();
  const upload = usePhoto('chat');
  const field = useGrowingField(draft);
  const fileId = sentFileId(upload.photo);
  const text = draft.trim();
  const isTooLong = text.length > TEXT_MAX;
  const isWaiting = upload.photo.state === 'sending' || upload.photo.state === 'failed';
  const maySend = (text !== '' || fileId !== undefined) && !isTooLong && !isWaiting;
  const submit = () => {
    if (!maySend) return;
    // The picture is here already: it need not be fetched to be shown.
    if (upload.photo.state === 'sent')
      queryClient.setQueryData(['ownFile', { id: upload.photo.fileId }], upload.photo.file);
    send({ ...(text !== '' && { text }), ...(fileId !== undefined && { fileId }) });
    setDraft('');
    upload.remove();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (isTouch()) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="safe-bottom flex-none border-t border-hairline bg-bg"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PictureTray upload={upload} />
      {isTooLong && (
        <p className="gutter pt-2 text-12 text-bad" role="alert">
          {t('tooLong', { max: String(TEXT_MAX) })}
        </p>
      )}
      <div className="flex items-end gap-1 p-2">
        <PicturePicker
          onChosen={(file) => {
            if (file !== undefined) upload.choose(file);
            field.current?.focus();
          }}
        />
        <div
          className="fl-field min-w-0 flex-1"
          data-lines=""
          data-bad={isTooLong ? '' : undefined}
          style={{ minHeight: 44, paddingBlock: 9 }}
        >
          <textarea
            ref={field}
            rows={1}
            value={draft}
            aria-label={t('field')}
            placeholder={t('field')}
            aria-invalid={isTooLong || undefined}
            enterKeyHint="enter"
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <button
          type="submit"
          aria-label={t('send')}
          disabled={!maySend}
          className="fl-iconbtn bg-brand-fill text-on-brand active:bg-brand-fill-press disabled:bg-control disabled:text-disabled"
          // Pressing it takes the focus from nobody.
          onPointerDown={(event) => event.preventDefault()}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
