import { Icon, List, ListRow, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly title: string;
  /** In the narrowest ticket. */
  readonly short?: string;
  readonly detail: string;
}

export interface ChoiceButtonProps<Value extends string> {
  value: Value;
  choices: readonly Choice<Value>[];
  label: string;
  onValueChange: (value: Value) => void;
}

/** What is chosen, and the others in a sheet. */
export function ChoiceButton<Value extends string>(props: ChoiceButtonProps<Value>) {
  const { value, choices, label, onValueChange } = props;
  const common = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  const chosen = choices.find((one) => one.value === value);
  return (
    <>
      <button
        type="button"
        className="hit ms-auto flex h-9 min-w-0 items-center gap-1 font-medium whitespace-nowrap text-brand"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="fl-sr">{label}: </span>
        {chosen?.short === undefined ? (
          <span className="truncate">{chosen?.title}</span>
        ) : (
          <>
            <span className="truncate @max-[200px]:hidden">{chosen.title}</span>
            <span className="hidden @max-[200px]:inline">{chosen.short}</span>
          </>
        )}
        <Icon name="chevronDown" size={16} />
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} closeLabel={common('close')}>
        <div className="-mx-4">
          <List label={label}>
            {choices.map((one) => (
              <ListRow
                key={one.value}
                title={one.title}
                caption={one.detail}
                value={
                  one.value === value ? <Icon name="check" className="text-brand" /> : undefined
                }
                onClick={() => {
                  setOpen(false);
                  onValueChange(one.value);
                }}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </>
  );
}
