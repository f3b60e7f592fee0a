import { Sheet, Skeleton } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnPicture } from '../../data/account/use-own-picture.ts';

export interface ChatPictureProps {
  fileId: number;
  /** Whose picture it is. */
  label: string;
}

/** Of every picture. */
const SIZE = { width: 200, maxWidth: '100%', height: 150 };

/** A picture in its bubble, of one size, so that nothing moves when it comes; a tap shows it large. */
export function ChatPicture({ fileId, label }: ChatPictureProps) {
  const upload = useTranslations('upload');
  const common = useTranslations('common');
  const { url, hasFailed } = useOwnPicture(fileId);
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const frame = 'grid place-items-center overflow-hidden rounded-8 bg-control';
  if (hasFailed || isBroken)
    return (
      <span className={`${frame} px-3 text-center text-12`} style={SIZE}>
        {upload('noPreview')}
      </span>
    );
  if (url === undefined)
    return (
      <span className={frame} style={SIZE}>
        <span className="fl-sr">{common('loading')}</span>
        <Skeleton height={150} />
      </span>
    );
  return (
    <>
      <button
        type="button"
        className={frame}
        style={SIZE}
        aria-label={upload('enlarge', { name: label })}
        onClick={() => setLarge(true)}
      >
        <img
          className="object-cover"
          style={SIZE}
          src={url}
          alt=""
          onError={() => setBroken(true)}
        />
      </button>
      <Sheet open={isLarge} onOpenChange={setLarge} title={label} closeLabel={common('close')}>
        <img className="max-h-[70dvh] w-full rounded-8 object-contain" src={url} alt={label} />
      </Sheet>
    </>
  );
}
