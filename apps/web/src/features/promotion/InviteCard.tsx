import { pageBrand } from '@fairlead/calls';
import { Button, Card, formatShare, IconButton, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../app/parts/QrCode.tsx';
import { shareLink } from '../../data/share-link.ts';
import { useCopy } from '../../data/use-copy.ts';
import { type Invite, ratioDecimals } from './model.ts';
import { PosterSheet } from './PosterSheet.tsx';

/** The code, as a QR code and as text, and the ways to pass it on. */
export function InviteCard({ invite }: { invite: Invite }) {
  const t = useTranslations('promotion');
  const copy = useCopy();
  const share = useShareInvite(invite);
  const [isPosterOpen, setPosterOpen] = useState(false);
  const { invite_code, share_url, rebate_ratio } = invite;
  const ratio = formatShare(rebate_ratio, ratioDecimals(rebate_ratio));
  return (
    <div className="gutter mt-3">
      <Card>
        <div className="flex items-center gap-3">
          <QrCode text={share_url} label={t('qr')} className="w-26 flex-none" />
          <div className="min-w-0 flex-1">
            <p className="text-12 text-muted">{t('code')}</p>
            <p className="flex items-center justify-between gap-2">
              <span className="select-all text-20 font-strong tnum wrap-anywhere">
                {invite_code}
              </span>
              <IconButton
                icon="copy"
                label={t('copyCode')}
                className="-my-2 -me-2"
                onClick={() => void copy(invite_code)}
              />
            </p>
            <p className="mt-1 text-12 text-muted">{t('promise', { ratio })}</p>
          </div>
        </div>
        <div className="mt-3 grid grid-cols-2 gap-2">
          <Button variant="main" size={44} onClick={share}>
            {t('shareLink')}
          </Button>
          <Button size={44} onClick={() => setPosterOpen(true)}>
            {t('savePoster')}
          </Button>
        </div>
      </Card>
      <PosterSheet code={invite_code} isOpen={isPosterOpen} onOpenChange={setPosterOpen} />
    </div>
  );
}

/** Hands the link to the system, or copies it and says so. */
export function useShareInvite({ share_url }: Invite): () => void {
  const t = useTranslations('promotion');
  const errors = useTranslations('errors');
  return () =>
    void shareLink(t('shareText', { name: pageBrand().name }), share_url).then((outcome) => {
      if (outcome === 'copied') toast({ kind: 'good', text: t('linkCopied') });
      if (outcome === 'failed') toast({ kind: 'bad', text: errors('copy'), detail: share_url });
    });
}
