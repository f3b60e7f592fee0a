import { Button, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type SendPicture, sentFileId, usePhoto } from '../../data/upload.ts';
import { PhotoField } from './PhotoField.tsx';

/** Ids of files that were sent. */
export interface IdentityFiles {
  readonly document_photo: number;
  readonly holding_photo: number;
}

/** A photo of the document and one of who holds it, and the button that shows both to the operators. */
export function IdentityPhotos({
  lead,
  action,
  isSending,
  onSend,
  sendPicture,
}: {
  lead: string;
  action: string;
  isSending: boolean;
  onSend: (files: IdentityFiles) => void;
  sendPicture?: SendPicture;
}) {
  const t = useTranslations('security.lock');
  const document = usePhoto('kyc', sendPicture);
  const holding = usePhoto('kyc', sendPicture);
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    const [front, held] = [document.photo, holding.photo].map(sentFileId);
    setMissing(front === undefined || held === undefined);
    if (front !== undefined && held !== undefined)
      onSend({ document_photo: front, holding_photo: held });
  };
  return (
    <>
      <p className="text-secondary">{lead}</p>
      <PhotoField
        upload={document}
        label={t('document')}
        hint={t('documentHint')}
        camera="environment"
        disabled={isSending}
      />
      <PhotoField
        upload={holding}
        label={t('holding')}
        hint={t('holdingHint')}
        camera="user"
        disabled={isSending}
      />
      {isMissing && (
        <Note kind="bad">
          <span role="alert">{t('missing')}</span>
        </Note>
      )}
      <Button variant="main" block busy={isSending} onClick={send}>
        {action}
      </Button>
    </>
  );
}
