import { haptic } from '../actions/haptic.ts';

export interface PercentButtonsProps {
  /** What they are a share of; read out. */
  label: string;
  percents?: readonly number[];
  /** The one that is chosen, if any. */
  value?: number | undefined;
  onSelect: (percent: number) => void;
  disabled?: boolean;
}

const DEFAULT_PERCENTS = [25, 50, 75, 100] as const;

/** 25, 50, 75, 100 % of what is there. */
export function PercentButtons(props: PercentButtonsProps) {
  const { label, percents = DEFAULT_PERCENTS, value, onSelect, disabled } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div role="group" aria-label={label} className="fl-percents">
      {percents.map((percent) => (
        <button
          key={percent}
          type="button"
          aria-pressed={percent === value}
          disabled={disabled}
          onClick={() => {
            haptic();
            onSelect(percent);
          }}
        >
          {percent}%
        </button>
      ))}
    </div>
  );
}
