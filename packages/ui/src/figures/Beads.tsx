export interface BeadsProps {
  done: number;
  total: number;
  /** "7 of 12 confirmations". */
  label: string;
}

/** The line through beads: one fills when a confirmation arrives and not before. */
export function Beads({ done, total, label }: BeadsProps) {
  const stateOf = (index: number) => (index < done ? 'done' : index === done ? 'now' : 'later');
  return (
    <div className="fl-beads" role="img" aria-label={label}>
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: beads never move
        <i key={index} data-state={stateOf(index)} />
      ))}
    </div>
  );
}
