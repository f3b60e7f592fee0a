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
  const common = isPlain ? undefined : commonOf(changes);
  return (
    <>
      {common !== undefined && (
        <p className="con-changes-take">
          <Takes takes={common} noticeHours={noticeHours} />
        </p>
      )}
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
              {!isPlain && common === undefined && takes !== undefined && takes !== 'one' && (
                <Takes takes={takes} noticeHours={noticeHours} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Taken = Exclude<NonNullable<Change['takes']>, 'one'>;

/** What all of several changes take: said once over them. Undefined where it differs, or is nothing. */
export function commonOf(changes: readonly Change[]): Taken | undefined {
  const [first, ...others] = changes.map(({ takes }) => takes);
  if (first === undefined || first === 'one' || others.length === 0) return undefined;
  return others.every((takes) => takes === first) ? first : undefined;
}

const Takes = ({ takes, noticeHours }: { takes: Taken; noticeHours: number | undefined }) => (
  <small>
    <Icon name="people" size={14} />
    {takes === 'notice' ? t.takes.notice(noticeHours) : t.takes[takes]}
  </small>
);
