import { Button, Icon, IconButton, Meter } from '@fairlead/ui';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { sharedTexts } from '../../parts/texts.ts';
import { TEXT_MAX } from './model.ts';
import { chatTexts as t } from './texts.ts';
import type { Answer } from './use-answers.ts';
import { PICTURE_TYPES, type Sent, useUpload } from './use-desk-picture.ts';

const FIELD_MAX_PX = 180;

export interface AnswerFormProps {
  id: number;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend: (written: Pick<Answer, 'text' | 'fileId'>) => void;
}

/** The answer and its picture. Enter sends. */
export function AnswerForm({ id, field, onSend }: AnswerFormProps) {
  const [draft, setDraft] = useState('');
  const upload = useUpload(id);
  const picker = useRef<HTMLInputElement>(null);
  const { sent } = upload;
  const fileId = sent.state === 'sent' ? sent.fileId : undefined;
  const text = draft.trim();
  const isHeld = sent.state === 'sending' || sent.state === 'failed';
  const maySend = !isHeld && (text !== '' || fileId !== undefined) && text.length <= TEXT_MAX;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, FIELD_MAX_PX)}px`;
  }, [draft]);
  const submit = () => {
    if (!maySend) return;
    onSend({ ...(text !== '' && { text }), ...(fileId !== undefined && { fileId }) });
    setDraft('');
    upload.remove();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="con-chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Tray sent={sent} onRetry={upload.retry} onRemove={upload.remove} />
      <div className="con-chat-write">
        <IconButton icon="camera" label={t.addPicture} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          hidden
          accept={PICTURE_TYPES.join(',')}
          aria-label={t.addPicture}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file !== undefined) upload.choose(file);
            field.current?.focus();
          }}
        />
        <div className="fl-field" data-lines="">
          <textarea
            ref={field}
            rows={1}
            value={draft}
            maxLength={TEXT_MAX}
            aria-label={t.field}
            placeholder={t.field}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button type="submit" size={44} variant="main" disabled={!maySend}>
          {t.send}
        </Button>
      </div>
    </form>
  );
}

interface TrayProps {
  sent: Sent;
  onRetry: () => void;
  onRemove: () => void;
}

function Tray({ sent, onRetry, onRemove }: TrayProps) {
  if (sent.state === 'none') {
    if (sent.problem === undefined) return null;
    return (
      <p className="fl-help" data-bad="" role="alert">
        <Icon name="warn" size={14} />
        {sent.problem}
      </p>
    );
  }
  const percent = sent.state === 'sending' ? Math.floor(sent.share * 100) : 0;
  return (
    <div className="con-chat-tray" aria-live="polite">
      <img src={sent.url} alt="" />
      <div className="min-w-0 flex-1">
        {sent.state === 'sending' && (
          <>
            {t.uploading(percent)}
            <Meter share={sent.share} label={t.uploading(percent)} />
          </>
        )}
        {sent.state === 'failed' && (
          <span className="text-bad">
            {t.uploadFailed} {sent.text}
          </span>
        )}
        {sent.state === 'sent' && sent.file.name}
      </div>
      {sent.state === 'failed' && (
        <IconButton icon="retry" label={sharedTexts.retry} onClick={onRetry} />
      )}
      <IconButton icon="close" label={t.discard} onClick={onRemove} />
    </div>
  );
}
