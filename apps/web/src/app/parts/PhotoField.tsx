import { Button, classNames, Icon, type IconName, Meter, Sheet } from '@fairlead/ui';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Photo, type PhotoUpload, PICTURE_TYPES } from '../../data/upload.ts';

export interface PhotoFieldProps {
  upload: PhotoUpload;
  /** What the picture shows: "Front of the document". */
  label: string;
  /** What must be readable on it. */
  hint?: string;
  /** Stands in the frame until there is a picture. */
  icon?: IconName;
  /** A drawing in place of the icon. */
  art?: ReactNode;
  /** What the form says about it: that it is missing. */
  error?: string | undefined;
  /** Which camera a phone opens. */
  camera?: 'environment' | 'user';
  disabled?: boolean;
}

/** A picture for the server: camera or file, preview, progress, and what to do when it fails. */
export function PhotoField(props: PhotoFieldProps) {
  const { upload, label, hint, icon = 'camera', art, error, camera, disabled = false } = props;
  const { photo } = upload;
  const t = useTranslations('upload');
  const id = useId();
  const fromFile = useRef<HTMLInputElement>(null);
  const fromCamera = useRef<HTMLInputElement>(null);
  const refusal = refusalOf(photo, error, t);
  const pickers = { ref: fromFile, disabled, onFile: upload.choose };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help`}
      data-bad-photo={refusal === undefined ? undefined : ''}
    >
      <div className="flex items-start gap-3">
        <Frame
          photo={photo}
          label={label}
          isBad={refusal !== undefined}
          onOpen={() => fromFile.current?.click()}
        >
          {art ?? <Icon name={icon} size={24} className="text-muted" />}
        </Frame>
        <div className="min-w-0 flex-1">
          <p id={`${id}-label`} className="font-medium">
            {label}
          </p>
          <div id={`${id}-help`} className="text-12" aria-live="polite">
            <State photo={photo} label={label} hint={hint} refusal={refusal} />
          </div>
          <div className="mt-2 flex flex-wrap gap-2">
            <Actions
              upload={upload}
              label={label}
              disabled={disabled}
              onFile={() => fromFile.current?.click()}
              onCamera={() => fromCamera.current?.click()}
            />
          </div>
        </div>
      </div>
      <PickerInput {...pickers} label={t('choose')} />
      <PickerInput
        {...pickers}
        ref={fromCamera}
        label={t('camera')}
        capture={camera ?? 'environment'}
      />
    </div>
  );
}

type Translate = ReturnType<typeof useTranslations<'upload'>>;

/** The one sentence that says why this picture does not count yet. */
function refusalOf(photo: Photo, error: string | undefined, t: Translate): string | undefined {
  if (photo.state === 'failed') return `${t('failed')}. ${photo.text}`;
  if (photo.state === 'none' && photo.problem !== undefined) return t(`problem.${photo.problem}`);
  return photo.state === 'none' ? error : undefined;
}

interface PickerInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  disabled: boolean;
  capture?: 'environment' | 'user';
  onFile: (file: File) => void;
}

/** Out of sight: the buttons press it. Emptied after each choice, so that the same file can be chosen again. */
function PickerInput({ ref, label, disabled, capture, onFile }: PickerInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={PICTURE_TYPES.join(',')}
      aria-label={label}
      disabled={disabled}
      {...(capture === undefined ? {} : { capture })}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        event.target.value = '';
        if (file !== undefined) onFile(file);
      }}
    />
  );
}

interface FrameProps {
  photo: Photo;
  label: string;
  isBad: boolean;
  onOpen: () => void;
  children: ReactNode;
}

/** 112 × 80: the drawing, or the picture itself, which opens large on a tap. */
function Frame({ photo, label, isBad, onOpen, children }: FrameProps) {
  const t = useTranslations('upload');
  const common = useTranslations('common');
  const [isLarge, setLarge] = useState(false);
  const [broken, setBroken] = useState<string>();
  const shared = 'grid h-20 w-28 flex-none place-items-center overflow-hidden rounded-8 border';
  if (photo.state === 'none')
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={classNames(
          shared,
          'border-dashed bg-control',
          isBad ? 'border-bad' : 'border-hairline-strong',
        )}
        onClick={onOpen}
      >
        {children}
      </button>
    );
  const { url } = photo;
  const isBroken = broken === url;
  return (
    <>
      <button
        type="button"
        className={classNames(shared, 'bg-control', isBad ? 'border-bad' : 'border-hairline')}
        aria-label={t('enlarge', { name: label })}
        disabled={isBroken}
        onClick={() => setLarge(true)}
      >
        {isBroken ? (
          <span className="px-2 text-12 text-muted">{t('noPreview')}</span>
        ) : (
          <img
            className={classNames(
              'h-20 w-28 object-cover',
              photo.state === 'sent' ? undefined : 'opacity-50',
            )}
            src={url}
            alt=""
            onError={() => setBroken(url)}
          />
        )}
      </button>
      <Sheet open={isLarge} onOpenChange={setLarge} title={label} closeLabel={common('close')}>
        <img className="max-h-[70dvh] w-full rounded-8 object-contain" src={url} alt={label} />
      </Sheet>
    </>
  );
}

interface StateProps {
  photo: Photo;
  label: string;
  hint: string | undefined;
  refusal: string | undefined;
}

function State({ photo, label, hint, refusal }: StateProps) {
  const t = useTranslations('upload');
  if (refusal !== undefined)
    return (
      <p className="mt-0.5 flex gap-1 text-bad" role="alert">
        <Icon name="warn" size={14} className="mt-px" />
        <span className="min-w-0">{refusal}</span>
      </p>
    );
  if (photo.state === 'sending') {
    const share = Math.floor(photo.share * 100);
    const text = t('sending', { share: String(share) });
    return (
      <>
        <p className="mt-0.5 mb-1.5 text-muted">{text}</p>
        <Meter share={photo.share} label={`${label}: ${text}`} />
      </>
    );
  }
  if (photo.state === 'sent')
    return (
      <p className="mt-0.5 flex gap-1 text-good">
        <Icon name="check" size={14} className="mt-px" />
        {t('sent')}
      </p>
    );
  return <p className="mt-0.5 text-muted">{hint}</p>;
}

interface ActionsProps {
  upload: PhotoUpload;
  label: string;
  disabled: boolean;
  onFile: () => void;
  onCamera: () => void;
}

function Actions({ upload, label, disabled, onFile, onCamera }: ActionsProps) {
  const t = useTranslations('upload');
  const { photo, retry, remove } = upload;
  const button = (text: string, onClick: () => void) => (
    <Button size={36} disabled={disabled} aria-label={`${text}: ${label}`} onClick={onClick}>
      {text}
    </Button>
  );
  if (photo.state === 'sending') return button(t('stop'), remove);
  if (photo.state === 'failed')
    return (
      <>
        {button(t('retry'), retry)}
        {button(t('remove'), remove)}
      </>
    );
  if (photo.state === 'sent')
    return (
      <>
        {button(t('replace'), onFile)}
        {button(t('remove'), remove)}
      </>
    );
  return (
    <>
      <span className="touch-only">{button(t('camera'), onCamera)}</span>
      {button(t('choose'), onFile)}
    </>
  );
}
