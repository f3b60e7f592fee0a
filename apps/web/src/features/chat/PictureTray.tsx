import { Icon, IconButton, Meter } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Photo, PhotoUpload } from '../../data/upload.ts';

/** The picture that goes with the next message: what it is, how far it came, what to do when it failed. */
export function PictureTray({ upload }: { upload: PhotoUpload }) {
  const t = useTranslations('upload');
  const { photo } = upload;
  if (photo.state === 'none') {
    if (photo.problem === undefined) return null;
    return (
      <p className="flex items-start gap-2 gutter pt-2 text-12 text-bad" role="alert">
        <Icon name="warn" size={16} />
        {t(`problem.${photo.problem}`)}
      </p>
    );
  }
  return (
    <div className="flex items-center gap-3 px-3 pt-2" aria-live="polite">
      <Preview key={photo.url} url={photo.url} />
      <div className="min-w-0 flex-1 text-12">
        <State photo={photo} />
      </div>
      {photo.state === 'failed' && (
        <IconButton icon="retry" label={t('retry')} onClick={upload.retry} />
      )}
      <IconButton
        icon="close"
        label={t(photo.state === 'sending' ? 'stop' : 'remove')}
        className="text-secondary"
        onClick={upload.remove}
      />
    </div>
  );
}

function Preview({ url }: { url: string }) {
  const t = useTranslations('upload');
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className="max-w-24 text-12 text-muted">{t('noPreview')}</span>;
  return (
    <img
      className="size-14 rounded-8 object-cover"
      src={url}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}

function State({ photo }: { photo: Exclude<Photo, { state: 'none' }> }) {
  const t = useTranslations('upload');
  const chat = useTranslations('chat');
  if (photo.state === 'failed')
    return (
      <p className="text-bad" role="alert">
        {t('failed')}. {photo.text}
      </p>
    );
  if (photo.state === 'sent')
    return (
      <p className="flex gap-1 text-good">
        <Icon name="check" size={14} className="mt-px" />
        {t('sent')}
      </p>
    );
  const text = t('sending', { share: String(Math.floor(photo.share * 100)) });
  return (
    <>
      <p className="mb-1.5 text-muted">{text}</p>
      <Meter share={photo.share} label={`${chat('picture')}: ${text}`} />
    </>
  );
}
