import { Beads } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { beadsOf } from '../movements/movement-model.ts';

export interface ConfirmationsProps {
  done: number;
  needed: number;
  /** Says it in words above the beads. */
  hasCaption?: boolean;
}

/** The line through beads; a bead fills when what it stands for is there and not before. */
export function Confirmations({ done, needed, hasCaption = false }: ConfirmationsProps) {
  const t = useTranslations('custody');
  const beads = beadsOf(done, needed);
  const label = t('confirmed', { done: String(Math.min(done, needed)), total: needed });
  return (
    <div>
      {hasCaption && <p className="tnum text-12 text-secondary">{label}</p>}
      <div className="mt-2.5" style={{ marginInline: `${-50 / beads.total}%` }}>
        <Beads done={beads.done} total={beads.total} label={label} />
      </div>
    </div>
  );
}
