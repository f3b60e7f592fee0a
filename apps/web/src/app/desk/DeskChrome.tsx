import { useEffect, useState } from 'react';
import { useSetting } from '../../data/account/settings.ts';
import type { RouteEntry } from '../routes.ts';
import { SearchSheet } from './SearchSheet.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { SideNav } from './SideNav.tsx';
import { sectionOf } from './sections.ts';
import { shortcutOf, useShortcut } from './shortcuts.ts';
import { TopBar } from './TopBar.tsx';

type Open = 'search' | 'help';

/** The bar at the top with what its keys open. Loaded on a desk only. */
export function DeskTop({ entry }: { entry: RouteEntry | undefined }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  useShortcut('search', () => setOpen('search'));
  useShortcut('help', () => setOpen('help'));
  useShortcutKeys();
  return (
    <>
      <TopBar path={entry?.path} onSearch={() => setOpen('search')} />
      <SearchSheet isOpen={open === 'search'} onClose={close} />
      <ShortcutSheet isOpen={open === 'help'} onClose={close} />
    </>
  );
}

/** `?` opens the sheet in which keys are switched on again, so it always works. */
function useShortcutKeys(): void {
  const isOn = useSetting('shortcuts');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = isOn || event.key === '?' ? shortcutOf(event) : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}

/** The pages beside the one that is shown. */
export function DeskSide({ entry }: { entry: RouteEntry | undefined }) {
  const path = entry?.path ?? '';
  return <SideNav section={sectionOf(path)} path={path} />;
}
