import { Button, Icon, List } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';

export interface UnfoldingDay {
  /** Tells the days apart. */
  readonly id: string | number;
  readonly date: string;
  /** At the right: the figure that a day is known by. */
  readonly end: ReactNode;
  /** What it opens to. */
  readonly figures: () => ReactNode;
}

export interface UnfoldingDaysProps {
  words: { list: string; more: string };
  /** The newest first. */
  days: readonly UnfoldingDay[];
  /** Whether the first one is open. */
  hasFirstOpen?: boolean;
}

const SHOWN_FIRST = 7;
const SHOWN_MORE = 30;

/** Days, a week of them until more are asked for; each opens to its figures. */
export function UnfoldingDays({ words, days, hasFirstOpen = false }: UnfoldingDaysProps) {
  const [shown, setShown] = useState(SHOWN_FIRST);
  return (
    <>
      <List label={words.list}>
        {days.slice(0, shown).map((day, at) => (
          <Day key={day.id} day={day} isOpenFirst={hasFirstOpen && at === 0} />
        ))}
      </List>
      {days.length > shown && (
        <div className="gutter pt-2">
          <Button block size={44} onClick={() => setShown(shown + SHOWN_MORE)}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function Day({ day, isOpenFirst }: { day: UnfoldingDay; isOpenFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <>
      <button
        type="button"
        className="fl-row"
        data-size={52}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="fl-row-main">
          <span className="fl-row-title">{day.date}</span>
        </span>
        <span className="fl-row-end">{day.end}</span>
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} className="fl-chevron" />
      </button>
      {isOpen && day.figures()}
    </>
  );
}
