import type { ReviewCheck } from '@fairlead/contract';
import { formatDate, Icon, type IconName } from '@fairlead/ui';
import { useState } from 'react';
import type { Column } from '../lists/DataTable.tsx';
import { countryName } from '../parts/country.ts';
import { checkTexts as t } from './check-texts.ts';

type State = ReviewCheck['state'];

const ORDER = Object.keys(t.short);
/** Passed checks that are shown before they are asked for. */
const SHOWN = 3;

const byWeight = (one: ReviewCheck, other: ReviewCheck): number =>
  ORDER.indexOf(one.check) - ORDER.indexOf(other.check);

const of = (checks: readonly ReviewCheck[], state: State): readonly ReviewCheck[] =>
  checks.filter((each) => each.state === state).toSorted(byWeight);

/** What asks for a look stands first, then what nobody knows; of what passed the first few. */
export function Checks({ checks }: { checks: readonly ReviewCheck[] }) {
  const [isOpen, setOpen] = useState(false);
  if (checks.length === 0) return null;
  const passed = of(checks, 'passed');
  const shown = [
    ...of(checks, 'look'),
    ...of(checks, 'unknown'),
    ...(isOpen ? passed : passed.slice(0, SHOWN)),
  ];
  const more = isOpen ? 0 : passed.length - SHOWN;
  return (
    <section aria-label={t.title}>
      <h3 className="mb-2 font-medium">
        {t.title} <span className="text-muted">{t.passed(passed.length, checks.length)}</span>
      </h3>
      <ul className="con-checks">
        {shown.map((check) => (
          <Sentence key={check.check} check={check} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="con-link con-more" onClick={() => setOpen(true)}>
          {t.more(more)}
        </button>
      )}
    </section>
  );
}

const SIGNS: Readonly<Record<State, { icon: IconName; said: string }>> = {
  passed: { icon: 'check', said: t.fine },
  look: { icon: 'warn', said: t.look },
  unknown: { icon: 'info', said: t.unknown },
};

function Sentence({ check: { check, state, time, country = '' } }: { check: ReviewCheck }) {
  const { icon, said } = SIGNS[state];
  const date = time === undefined ? undefined : formatDate(time, 'dayMinute', 'en');
  return (
    <li data-state={state}>
      <Icon name={icon} size={16} />
      <span>
        <span className="fl-sr">{said} </span>
        {t.sentences[check][state]({ date, country: countryName(country) })}
      </span>
    </li>
  );
}

/** That most have no second factor would mark every row. */
const isMarked = ({ check, time }: ReviewCheck): boolean =>
  check !== 'second_factor' || time !== undefined;

/** "7 of 9" where nothing asks for a look, else the weightiest that does. */
export const checksColumn: Column<{ readonly checks: readonly ReviewCheck[] }> = {
  id: 'checks',
  header: t.column,
  spare: 'first',
  cell: ({ checks }) => {
    const [first, ...others] = of(checks, 'look').filter(isMarked);
    if (first === undefined)
      return (
        <span className="con-fine">
          <Icon name="check" size={16} />
          {t.passed(of(checks, 'passed').length, checks.length)}
        </span>
      );
    return (
      <span className="con-late">
        <Icon name="warn" size={16} />
        {t.short[first.check]}
        {others.length > 0 && <small>{t.others(others.length)}</small>}
      </span>
    );
  },
};
