import { PRODUCT } from '@fairlead/contract/constants';
import { toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { shareLink } from '../../data/share-link.ts';
import { useConfig } from '../../data/use-config.ts';
import type { Invite } from './types.ts';

/** Hands the link to the system, or copies it and says so. */
export function useShareInvite({ share_url }: Invite): () => void {
  const t = useTranslations('promotion');
  const errors = useTranslations('errors');
  const { data: config } = useConfig();
  return () =>
    void shareLink(t('shareText', { name: config?.name ?? PRODUCT }), share_url).then((outcome) => {
      if (outcome === 'copied') toast({ kind: 'good', text: t('linkCopied') });
      if (outcome === 'failed') toast({ kind: 'bad', text: errors('copy'), detail: share_url });
    });
}
