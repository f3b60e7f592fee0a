import { Icon } from '../marks/Icon.tsx';
import type { IconName } from '../marks/icon-paths.ts';

export interface TabBarItem {
  /** With the hash router: "#/markets". */
  href: string;
  label: string;
  icon: IconName;
}

export interface TabBarProps {
  /** Names the navigation, e.g. "Main". */
  label: string;
  items: readonly TabBarItem[];
  /** The href of the active one. */
  active: string | undefined;
}

/** Five places, 56 high plus the safe area, a line over the active one. */
export function TabBar({ label, items, active }: TabBarProps) {
  return (
    <nav className="fl-tabbar" aria-label={label}>
      {items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.href === active ? 'page' : undefined}
        >
          <Icon name={item.icon} />
          <span>{item.label}</span>
        </a>
      ))}
    </nav>
  );
}
