import { Icon, type IconName } from '@fairlead/ui';

export interface ToolButtonProps {
  icon: IconName;
  /** What it does; read out, not shown. */
  label: string;
  /** On or off; leave it away for one that does something at once. */
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** A tool of the chart in a row of them: 40 × 44. */
export function ToolButton({ icon, label, pressed, disabled = false, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="grid h-11 w-10 flex-none place-items-center text-muted aria-pressed:text-brand disabled:text-disabled"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      <Icon name={icon} />
    </button>
  );
}
