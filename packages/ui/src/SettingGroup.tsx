import { type ReactNode, useId } from 'react';
import { List } from './List.tsx';

export interface SettingGroupProps {
  title: ReactNode;
  children: ReactNode;
}

/** Settings that belong together, under a small title. */
export function SettingGroup({ title, children }: SettingGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="fl-group">
        {title}
      </h2>
      <List>{children}</List>
    </section>
  );
}
