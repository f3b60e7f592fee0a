import { useTranslations } from 'use-intl';
import type { ChartKind } from './chart-settings.ts';
import { Pill } from './Pill.tsx';

export interface KindPillProps {
  /** Undefined until it is known. */
  kind: ChartKind | undefined;
  isSimulated: boolean;
  /** Opens the settings, where the kind is chosen. */
  onClick: () => void;
}

/** Says over the chart whose prices these are, and when they are simulated; always in view. */
export function KindPill({ kind, isSimulated, onClick }: KindPillProps) {
  const t = useTranslations('chart');
  if (kind === undefined) return null;
  const name = t(`kindOf.${kind}`);
  return (
    <Pill onClick={onClick}>{isSimulated ? t('kindOf.simulated', { kind: name }) : name}</Pill>
  );
}
