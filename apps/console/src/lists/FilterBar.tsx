import { Button, Chip, Icon } from '@fairlead/ui';
import {
  type ComponentPropsWithRef,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useIsPhone } from '../data/hooks.ts';
import { useCurrencies } from '../data/use-config.ts';
import { useShortcuts } from '../parts/shortcuts.ts';
import { tableTexts as t } from './texts.ts';

export interface FilterBarProps {
  /** Shows the button that takes all filters away. */
  isFiltered: boolean;
  onClear: () => void;
  children: ReactNode;
}

/** The filters of a list in one line; `/` goes to the first. */
export function FilterBar({ isFiltered, onClear, children }: FilterBarProps) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const isPhone = useIsPhone();
  const [isUnfolded, setUnfolded] = useState(isFiltered);
  useShortcuts({ '/': () => bar.current?.querySelector<HTMLElement>('input, select')?.focus() });
  return (
    <fieldset ref={bar} className="con-filters">
      <legend className="fl-sr">{t.filters}</legend>
      {isPhone && (
        <Chip icon="filter" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {t.filters}
        </Chip>
      )}
      {(!isPhone || isUnfolded) && children}
      {isFiltered && (
        <Button variant="text" size={36} onClick={onClear}>
          {t.clear}
        </Button>
      )}
    </fieldset>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function FilterShell({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="con-filter">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

export interface SelectFilterProps extends FilterProps {
  /** Value and name; "Any" stands before them. */
  options: readonly (readonly [value: string, name: string])[];
}

export function SelectFilter({ label, value, onChange, options }: SelectFilterProps) {
  const id = useId();
  return (
    <FilterShell id={id} label={label}>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t.any}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={16} />
    </FilterShell>
  );
}

/** All currencies by name; the value is the id. */
export function CurrencyFilter(props: Omit<FilterProps, 'label'>) {
  const currencies = useCurrencies();
  const options = [...(currencies?.values() ?? [])].map(
    ({ currency_id, name }) => [String(currency_id), name] as const,
  );
  return <SelectFilter {...props} label={t.currency} options={options} />;
}

export interface TextFilterProps
  extends FilterProps,
    Pick<ComponentPropsWithRef<'input'>, 'inputMode' | 'maxLength' | 'className'> {}

/** Takes effect with Enter or when it is left, so that nothing is asked for at every letter. */
export function TextFilter({ label, value, onChange, ...input }: TextFilterProps) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <FilterShell id={id} label={label}>
      <input
        {...input}
        id={id}
        type="text"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </FilterShell>
  );
}

/** A day; the value is as in "2026-11-21", see `readDay`. */
export function DayFilter({ label, value, onChange }: FilterProps) {
  const id = useId();
  return (
    <FilterShell id={id} label={label}>
      <input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </FilterShell>
  );
}
