import { useTranslations } from 'use-intl';
import type { ChartKind } from './chart-settings.ts';

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
    <button
      type="button"
      className="hit flex-none rounded-8 bg-control px-2 py-0.5 text-12 font-medium whitespace-nowrap text-text-2"
      onClick={onClick}
    >
      {isSimulated ? t('kindOf.simulated', { kind: name }) : name}
    </button>
  );
}
