import { Icon, MISSING } from '@fairlead/ui';
import { useNoticeHours } from '../data/use-config.ts';
import type { Change } from './model.ts';
import { termTexts as t } from './texts.ts';

export interface ChangeListProps {
  changes: readonly Change[];
  /** Leaves away what needs a second operator: it is said elsewhere, or past. */
  isPlain?: boolean;
}

const LONG = 120;
const isLong = (text = ''): boolean => text.length > LONG || text.includes('\n');

/** What was and what becomes, field by field. */
export function ChangeList({ changes, isPlain = false }: ChangeListProps) {
  const noticeHours = useNoticeHours();
  if (changes.length === 0) return <p className="text-muted">{t.nothing}</p>;
  return (
    <dl className="con-changes">
      {changes.map(({ name, label, before, after, takes }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd data-long={isLong(before) || isLong(after) || undefined}>
            <span className="fl-sr">{t.was}</span>
            <del>{before ?? MISSING}</del>
            <Icon name="chevronRight" size={14} />
            <span className="fl-sr">{t.becomes}</span>
            <ins>{after}</ins>
            {!isPlain && takes !== undefined && takes !== 'one' && (
              <small>
                <Icon name="people" size={14} />
                {takes === 'notice' ? t.takes.notice(noticeHours) : t.takes[takes]}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
