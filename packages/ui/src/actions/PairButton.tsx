import { Icon } from '../marks/Icon.tsx';

export interface PairButtonProps {
  base: string;
  quote?: string | undefined;
  /** What it opens; read out after the pair. */
  label: string;
  onClick: () => void;
}

/** The pair in the app bar; opens the list of markets. */
export function PairButton({ base, quote, label, onClick }: PairButtonProps) {
  return (
    <button type="button" className="fl-pair" aria-haspopup="dialog" onClick={onClick}>
      <span>
        {base}
        {quote && <span className="font-medium text-muted">/{quote}</span>}
      </span>
      <Icon name="chevronDown" />
      <span className="fl-sr">{label}</span>
    </button>
  );
}
