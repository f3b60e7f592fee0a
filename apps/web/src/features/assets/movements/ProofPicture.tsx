import { Skeleton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useOwnPicture } from '../../../data/use-own-picture.ts';

/** The picture that came with a claim; only its owner and the reviewers can see it. */
export function ProofPicture({ id, label }: { id: number; label: string }) {
  const t = useTranslations('custody.detail');
  const { url, hasFailed } = useOwnPicture(id);
  return (
    <div>
      <p className="mb-1 text-12 text-muted">{label}</p>
      {url === undefined && !hasFailed && <Skeleton height={160} className="rounded-8" />}
      {hasFailed && <p className="text-secondary">{t('proofFailed')}</p>}
      {url !== undefined && (
        <img
          className="max-h-80 w-full rounded-8 bg-control object-contain"
          src={url}
          alt={label}
        />
      )}
    </div>
  );
}
