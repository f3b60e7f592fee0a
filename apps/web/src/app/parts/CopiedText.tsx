import { Button } from '@fairlead/ui';
import { useCopy } from '../../data/use-copy.ts';

export interface CopiedTextProps {
  label: string;
  copyLabel: string;
  value: string;
}

/** A text for programs, to be taken along whole. */
export function CopiedText({ label, copyLabel, value }: CopiedTextProps) {
  const copy = useCopy();
  return (
    <div>
      <p className="fl-label">{label}</p>
      <p className="rounded-12 bg-field px-3 py-2.5 font-mono text-14 break-all select-all">
        {value}
      </p>
      <Button size={44} icon="copy" className="mt-2" onClick={() => void copy(value)}>
        {copyLabel}
      </Button>
    </div>
  );
}
