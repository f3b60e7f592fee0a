import { Icon } from '@fairlead/ui';
import { type HTMLAttributes, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

export interface FoldRowProps extends HTMLAttributes<HTMLDivElement> {
  role: 'group' | 'radiogroup' | 'toolbar';
  /** What the row is called; its chevron says "More" of it. */
  label: string;
  /** All that stands in it, as words: it is measured when they change, or its width. */
  words: string;
}

/** A row of controls 44 px high; what does not fit stands whole in lines below, behind a chevron. */
export function FoldRow(props: FoldRowProps) {
  const { role, label, words, className, children, ...attributes } = props;
  const row = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isFolded = useFolded(row, words, isOpen);
  const more = useTranslations('trade')('more');
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is given, and it only hears where a key went */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of the roles that can be given has a name */}
      <div
        {...attributes}
        ref={row}
        role={role}
        aria-label={label}
        className={`flex min-w-0 flex-1 flex-wrap ${isOpen && isFolded ? '' : 'h-11 overflow-hidden'} ${className ?? ''}`}
        // A key may go on to what is folded away: then it is shown.
        onFocus={({ target }) => {
          if (isFolded && isBelow(row.current, target)) setOpen(true);
        }}
      >
        {children}
      </div>
      {isFolded && (
        <button
          type="button"
          className="grid h-11 w-10 flex-none place-items-center text-muted"
          aria-label={`${more}: ${label}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} />
        </button>
      )}
    </>
  );
}

/** In its first line nothing begins as far down as this. */
const LINE_PX = 40;

function isBelow(row: HTMLElement | null, inner: Element): boolean {
  if (row === null) return false;
  const { top } = row.getBoundingClientRect();
  return inner.getBoundingClientRect().top - top + row.scrollTop >= LINE_PX;
}

/** Whether a row takes more than a line. What is chosen in it steps to its front while it would be folded away. */
function useFolded(row: RefObject<HTMLElement | null>, words: string, isOpen: boolean): boolean {
  const [isFolded, setFolded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when what stands in it changes
  useLayoutEffect(() => {
    const { current } = row;
    if (current === null) return undefined;
    const measure = () => {
      const children = [...current.children].filter((child) => child instanceof HTMLElement);
      for (const child of children) child.style.order = '';
      setFolded(children.some((child) => isBelow(current, child)));
      if (isOpen) return;
      current.scrollTop = 0;
      const chosen = children.find((child) => child.querySelector('input:checked') !== null);
      if (chosen !== undefined && isBelow(current, chosen)) chosen.style.order = '-1';
    };
    measure();
    if (!('ResizeObserver' in window)) return undefined;
    // Its width changes with the chevron beside it, too.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [row, words, isOpen]);
  return isFolded;
}
