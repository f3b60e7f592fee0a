import type { OperatorRole } from '@fairlead/contract';
import { Icon } from '@fairlead/ui';
import { Link, useLocation, useNavigate } from 'react-router';
import { type Counts, useCounts } from '../data/use-config.ts';
import { useShortcuts } from '../parts/shortcuts.ts';
import { useClosedGroups } from './nav-groups.ts';
import { findPage, GROUPS, maySee, type PageEntry, pages } from './routes.ts';
import { shellTexts as t } from './texts.ts';

/** The pages of a role in their groups, with what waits in each. */
export function SideNav({ role }: { role: OperatorRole }) {
  const counts = useCounts();
  const [closed, toggle] = useClosedGroups();
  const navigate = useNavigate();
  const current = findPage(useLocation().pathname);
  const mine = pages.filter((entry) => maySee(entry, role));
  useShortcuts(
    Object.fromEntries(
      mine.flatMap(({ key, path }) =>
        key === undefined ? [] : [[`g ${key}`, () => void navigate(`/${path}`)]],
      ),
    ),
  );
  return (
    <nav id="con-nav" className="con-nav" aria-label={t.navigation}>
      {GROUPS.map((group) => {
        const entries = mine.filter((entry) => entry.group === group);
        if (entries.length === 0) return null;
        // Whoever stands in a group sees it.
        const isOpen = !closed.has(group) || entries.some((entry) => entry === current);
        return (
          <section key={group} aria-labelledby={`nav-${group}`}>
            <GroupHead
              group={group}
              isOpen={isOpen}
              waiting={isOpen ? 0 : countOf(entries, counts)}
              onToggle={() => toggle(group)}
            />
            {isOpen &&
              entries.map((entry) => (
                <NavLink
                  key={entry.path}
                  entry={entry}
                  isCurrent={entry === current}
                  counts={counts}
                />
              ))}
          </section>
        );
      })}
    </nav>
  );
}

const countOf = (entries: readonly PageEntry[], counts: Counts | undefined): number =>
  counts === undefined ? 0 : entries.reduce((sum, { count }) => sum + (count?.(counts) ?? 0), 0);

interface GroupHeadProps {
  group: (typeof GROUPS)[number];
  isOpen: boolean;
  /** In what a closed group hides. */
  waiting: number;
  onToggle: () => void;
}

function GroupHead({ group, isOpen, waiting, onToggle }: GroupHeadProps) {
  const id = `nav-${group}`;
  // Of one page, which stands for itself.
  if (group === 'start')
    return (
      <h2 id={id} className="fl-sr">
        {t.groups[group]}
      </h2>
    );
  return (
    <h2 id={id}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        {t.groups[group]}
        <Icon name="chevronDown" size={14} />
        {waiting > 0 && (
          <b>
            {waiting}
            <span className="fl-sr"> {t.waiting(waiting)}</span>
          </b>
        )}
      </button>
    </h2>
  );
}

interface NavLinkProps {
  entry: PageEntry;
  isCurrent: boolean;
  counts: Counts | undefined;
}

function NavLink({ entry, isCurrent, counts }: NavLinkProps) {
  const count = counts === undefined ? 0 : (entry.count?.(counts) ?? 0);
  const isLate = counts !== undefined && entry.isLate?.(counts) === true;
  return (
    <Link to={`/${entry.path}`} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={entry.icon} />
      {t.pages[entry.path]}
      {(count > 0 || isLate) && (
        <b data-late={isLate || undefined}>
          {isLate && <Icon name="warn" size={14} />}
          {count > 0 && count}
          <span className="fl-sr"> {t.waiting(count)}</span>
        </b>
      )}
    </Link>
  );
}
