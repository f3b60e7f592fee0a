import { MISSING } from '@fairlead/ui';
import { inUseText, type Use } from './use.ts';

const TONES = { calm: undefined, near: 'warn', full: 'bad' } as const;

export interface UseBarProps {
  use: Use | undefined;
  /** Where much in use is nothing to look at. */
  isCalm?: boolean;
}

/** How much is in use, as a share and as a bar. */
export function UseBar({ use, isCalm = false }: UseBarProps) {
  if (use === undefined) return <span className="text-muted">{MISSING}</span>;
  const tone = isCalm ? undefined : TONES[use.tone];
  return (
    <span className="con-use" data-tone={tone}>
      <span>{inUseText(use)}</span>
      <span className="fl-meter" data-tone={tone} aria-hidden="true">
        <i style={{ width: `${Math.min(100, use.permille / 10)}%` }} />
      </span>
    </span>
  );
}
