/** How much of a whole is in use, exactly; as a share and as a bar. */
import { MISSING } from '@fairlead/ui';
import { divCeil, formatDecimal, parseDecimal } from '@fairlead/units';

const SCALE = 18;
const THOUSAND = 1_000n;
/** From here on a use is near its limit: a fifth is left. */
const NEAR = 800;
/** From here on little is left. */
const FULL = 950;

const read = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseDecimal(text, SCALE);

export interface Use {
  /** Thousandths in use, rounded up so that nothing looks freer than it is; may be above 1,000. */
  readonly permille: number;
  readonly tone: 'calm' | 'near' | 'full';
}

/** Part ÷ whole; undefined where there is no whole to divide by, unless the part is something. */
export function inUse(part: string | undefined, whole: string | undefined): Use | undefined {
  const used = read(part);
  const limit = read(whole);
  if (used === undefined || limit === undefined) return undefined;
  if (limit <= 0n) return used > 0n ? { permille: 1_000, tone: 'full' } : undefined;
  const permille = Number(divCeil(used * THOUSAND, limit));
  const tone = permille >= FULL ? 'full' : permille >= NEAR ? 'near' : 'calm';
  return { permille, tone };
}

/** "81.3%". */
export const inUseText = ({ permille }: Use): string => `${formatDecimal(BigInt(permille), 1)}%`;

/** A fifth is left, or less. */
export const isNear = (use: Use | undefined): boolean => (use?.permille ?? 0) >= NEAR;

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
