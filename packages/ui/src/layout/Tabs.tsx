import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../formats/class-names.ts';
import { isRightToLeft } from '../formats/writing.ts';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  items: readonly TabItem<Value>[];
  onValueChange: (value: Value) => void;
  /** At the right end of the line, e.g. "Cancel all". */
  end?: ReactNode;
  /** Ties tabs to a `TabPanel` with the same id. */
  id?: string;
  className?: string | undefined;
}

/** Text with the line beneath. Arrow keys, Home and End move and choose. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, items, onValueChange, end, id, className } = props;
  const list = useRef<HTMLDivElement>(null);
  // One that the address chose may lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a choice moves the line
  useEffect(() => {
    const box = list.current?.getBoundingClientRect();
    const tab = list.current?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    if (list.current === null || box === undefined || tab === undefined) return;
    const [over, under] = [tab.right - box.right, tab.left - box.left];
    if (over > 0) list.current.scrollLeft += over;
    else if (under < 0) list.current.scrollLeft += under;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = items.findIndex((item) => item.value === value);
    const to = targetIndex(event.key, from, items.length);
    const item = to === undefined ? undefined : items[to];
    if (item === undefined || to === undefined) return;
    event.preventDefault();
    onValueChange(item.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div className={classNames('fl-tabs', className)}>
      <div ref={list} role="tablist" aria-label={label}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={id && `${id}-tab-${item.value}`}
            aria-controls={id && item.value === value ? `${id}-panel` : undefined}
            aria-selected={item.value === value}
            tabIndex={item.value === value ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => onValueChange(item.value)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {end && <div className="fl-tabs-end">{end}</div>}
    </div>
  );
}

function targetIndex(key: string, from: number, count: number): number | undefined {
  const next = isRightToLeft() ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return (from + next + count) % count;
    case 'ArrowLeft':
      return (from - next + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
