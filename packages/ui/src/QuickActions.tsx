import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

export interface QuickAction {
  href: string;
  label: string;
  icon: IconName;
}

export interface QuickActionsProps {
  /** Names the navigation. */
  label: string;
  /** Five; the first is filled. */
  items: readonly QuickAction[];
  /** False where no action stands out, as for a guest. */
  firstFilled?: boolean;
}

/** Five ways out of home. */
export function QuickActions({ label, items, firstFilled = true }: QuickActionsProps) {
  return (
    <nav className="fl-quick" aria-label={label}>
      {items.map((item, index) => (
        <a key={item.href} href={item.href}>
          <span data-filled={(firstFilled && index === 0) || undefined}>
            <Icon name={item.icon} size={24} />
          </span>
          {item.label}
        </a>
      ))}
    </nav>
  );
}
