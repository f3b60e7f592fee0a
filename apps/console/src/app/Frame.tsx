import { Loaded, type LoadedQuery, LoadingRows } from '@fairlead/calls';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useConfig, useMe } from '../data/use-config.ts';
import { useShortcuts } from '../parts/shortcuts.ts';
import { Header } from './Header.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { PageSlot } from './PageSlot.tsx';
import { Palette } from './Palette.tsx';
import { SideNav } from './SideNav.tsx';
import { Warnings } from './Warnings.tsx';

/** Header, navigation, and the page of the address. */
export function Frame() {
  const me = useMe();
  // Sets the clock that due times and the session run on.
  useConfig();
  const [isNavOpen, setNavOpen] = useState(false);
  const [dialog, setDialog] = useState<'palette' | 'help'>();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setNavOpen(false), [pathname]);
  useShortcuts({ '?': () => setDialog('help') });
  usePaletteKey(() => setDialog('palette'));
  if (me.data === undefined) return <Waiting query={me} />;
  const { role } = me.data;
  return (
    <div className="con" data-nav={isNavOpen || undefined}>
      <Warnings me={me.data} />
      <Header
        me={me.data}
        isNavOpen={isNavOpen}
        onMenu={() => setNavOpen(!isNavOpen)}
        onSearch={() => setDialog('palette')}
      />
      <div className="con-body">
        <SideNav role={role} />
        <PageSlot role={role} />
      </div>
      <Palette
        role={role}
        open={dialog === 'palette'}
        onOpenChange={(isOpen) => setDialog(isOpen ? 'palette' : undefined)}
      />
      <HelpDialog
        role={role}
        open={dialog === 'help'}
        onOpenChange={(isOpen) => setDialog(isOpen ? 'help' : undefined)}
      />
    </div>
  );
}

/** Ctrl K or ⌘ K, also while someone types. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

function Waiting({ query }: { query: LoadedQuery<unknown> }) {
  return (
    <main className="con-alone">
      <Loaded query={query} loading={<LoadingRows count={4} mark={false} />}>
        {() => null}
      </Loaded>
    </main>
  );
}
