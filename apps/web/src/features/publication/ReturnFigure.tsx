import { directionOf, formatPercent, Triangle } from '@fairlead/ui';

const COLOURS = { rise: 'text-rise', fall: 'text-fall', flat: 'text-muted' } as const;

/** A return as a percentage in its colour, with an arrow. */
export function ReturnFigure({ value }: { value: string }) {
  const direction = directionOf(value, 4) ?? 'flat';
  return (
    <span className={`tnum ${COLOURS[direction]}`}>
      {direction !== 'flat' && <Triangle tone={direction} />}
      {formatPercent(value)}
    </span>
  );
}
