export interface DonutPart {
  label: string;
  /** 0 to 1; for the drawing only. */
  share: number;
}

export interface DonutProps {
  /** At most five. */
  parts: readonly DonutPart[];
  /** Names the picture with its figures. */
  label: string;
  size?: number;
}

const CENTRE = 52;
const RADIUS = 44;
const AROUND = 2 * Math.PI * RADIUS;
const GAP = 3;
/** Neighbours differ in lightness; the same order colours the legend. */
export const donutHues = ['--viz-1', '--viz-4', '--viz-2', '--viz-3', '--viz-5'] as const;

/** Shares of a whole as a ring. Give the legend the hues of `donutHues`. */
export function Donut({ parts, label, size = 104 }: DonutProps) {
  const arcs = arcsOf(parts);
  return (
    <svg
      viewBox="0 0 104 104"
      width={size}
      height={size}
      role="img"
      aria-label={label}
      fill="none"
      strokeWidth="12"
    >
      {arcs.length === 0 && <circle cx={CENTRE} cy={CENTRE} r={RADIUS} className="stroke-field" />}
      {arcs.map((arc) => (
        <circle
          key={arc.label}
          cx={CENTRE}
          cy={CENTRE}
          r={RADIUS}
          stroke={`var(${donutHues[arc.index % donutHues.length] ?? '--viz-5'})`}
          strokeDasharray={`${arc.length.toFixed(2)} ${AROUND.toFixed(2)}`}
          strokeDashoffset={(-arc.start).toFixed(2)}
          transform={`rotate(-90 ${CENTRE} ${CENTRE})`}
        />
      ))}
    </svg>
  );
}

interface Arc {
  label: string;
  index: number;
  start: number;
  length: number;
}

function arcsOf(parts: readonly DonutPart[]): Arc[] {
  const total = parts.reduce((sum, part) => sum + part.share, 0);
  if (total <= 0) return [];
  const shown = parts.filter((part) => part.share > 0);
  const gap = shown.length > 1 ? GAP : 0;
  let start = 0;
  const arcs: Arc[] = [];
  parts.forEach((part, index) => {
    const full = (part.share / total) * AROUND;
    if (full > 0) arcs.push({ label: part.label, index, start, length: Math.max(1, full - gap) });
    start += full;
  });
  return arcs;
}
