import { Sheet, Skeleton } from '@fairlead/ui';
import { useState } from 'react';
import { sharedTexts } from '../../parts/texts.ts';
import { chatTexts as t } from './texts.ts';
import { useDeskPicture } from './use-desk-picture.ts';

export interface ChatPictureProps {
  id: number;
  fileId: number;
  name: string;
}

/** A picture of one size in its message; a press shows it large. */
export function ChatPicture({ id, fileId, name }: ChatPictureProps) {
  const { url, hasFailed } = useDeskPicture(id, fileId);
  const [isLarge, setLarge] = useState(false);
  const label = t.pictureFrom(name);
  if (hasFailed) return <span className="con-chat-picture">{t.noPreview}</span>;
  if (url === undefined)
    return (
      <span className="con-chat-picture">
        <Skeleton height="100%" />
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="con-chat-picture"
        aria-label={t.enlarge(label)}
        onClick={() => setLarge(true)}
      >
        <img src={url} alt="" />
      </button>
      <Sheet open={isLarge} onOpenChange={setLarge} title={label} closeLabel={sharedTexts.close}>
        <img className="max-h-[76dvh] w-full rounded-8 object-contain" src={url} alt={label} />
      </Sheet>
    </>
  );
}
