import { Icon, MISSING } from '@fairlead/ui';
import { termTexts as t } from '../texts/terms.ts';
import type { Change } from './model.ts';

const WEAKER = { higher: t.rises, lower: t.falls, new: t.isNew, more: t.isMore } as const;

export interface ChangeListProps {
  changes: readonly Change[];
  /** Leaves away what needs a second operator: it is said elsewhere, or past. */
  isPlain?: boolean;
}

const LONG = 120;
const isLong = (text = ''): boolean => text.length > LONG || text.includes('\n');

/** What was and what becomes, field by field. */
export function ChangeList({ changes, isPlain = false }: ChangeListProps) {
  if (changes.length === 0) return <p className="text-muted">{t.nothing}</p>;
  return (
    <dl className="con-changes">
      {changes.map(({ name, label, before, after, weakens }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd data-long={isLong(before) || isLong(after) || undefined}>
            <span className="fl-sr">{t.was}</span>
            <del>{before ?? MISSING}</del>
            <Icon name="chevronRight" size={14} />
            <span className="fl-sr">{t.becomes}</span>
            <ins>{after}</ins>
            {!isPlain && weakens !== undefined && weakens !== 'new' && (
              <small>
                <Icon name="people" size={14} />
                {WEAKER[weakens]}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
