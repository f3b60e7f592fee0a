// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { haptic, setHaptics } from '../actions/haptic.ts';
import { Toasts } from '../overlays/Toasts.tsx';
import { dismissToast, toast, toastStore } from '../overlays/toast-store.ts';
import { PullToRefresh } from './PullToRefresh.tsx';
import { TabPanel } from './TabPanel.tsx';
import { Tabs } from './Tabs.tsx';

interface Place {
  readonly x: number;
  readonly y: number;
}
const touch = ({ x, y }: Place) => [{ clientX: x, clientY: y }];

function swipe(on: Element, from: Place, to: Place): void {
  fireEvent.touchStart(on, { touches: touch(from) });
  fireEvent.touchMove(on, { touches: touch(to) });
  fireEvent.touchEnd(on, { changedTouches: touch(to), touches: [] });
}

const NAMES = ['Open', 'Done', 'Cancelled'] as const;

function Orders() {
  const [value, setValue] = useState<(typeof NAMES)[number]>('Done');
  const items = NAMES.map((name) => ({ value: name, label: name }));
  return (
    <>
      <Tabs id="orders" label="Orders" value={value} items={items} onValueChange={setValue} />
      <TabPanel id="orders" value={value}>
        <p>List</p>
        <input aria-label="Share" type="range" />
      </TabPanel>
    </>
  );
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

afterEach(() => {
  cleanup();
  document.documentElement.dir = '';
});

describe('a swipe over what a tab shows', () => {
  beforeEach(() => {
    render(<Orders />);
  });

  it('goes the other way where lines run from right to left, and so do the arrow keys', () => {
    document.documentElement.dir = 'rtl';
    swipe(screen.getByText('List'), { x: 100, y: 300 }, { x: 300, y: 300 });
    expect(chosen()).toBe('Cancelled');
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowRight' });
    expect(chosen()).toBe('Done');
  });

  it('to the left chooses the next tab, to the right the one before', () => {
    swipe(screen.getByText('List'), { x: 300, y: 400 }, { x: 200, y: 410 });
    expect(chosen()).toBe('Cancelled');
    swipe(screen.getByText('List'), { x: 300, y: 400 }, { x: 200, y: 410 });
    expect(chosen()).toBe('Cancelled');
    swipe(screen.getByText('List'), { x: 200, y: 400 }, { x: 300, y: 390 });
    expect(chosen()).toBe('Done');
  });

  it.each([
    ['is short', { x: 300, y: 400 }, { x: 260, y: 400 }],
    ['goes down as well', { x: 300, y: 400 }, { x: 200, y: 470 }],
    ['begins at the edge, where the browser goes back', { x: 10, y: 400 }, { x: 200, y: 400 }],
  ])('that %s does nothing', (_, from, to) => {
    swipe(screen.getByText('List'), from, to);
    expect(chosen()).toBe('Done');
  });

  it('over a slider is the slider’s', () => {
    swipe(screen.getByLabelText('Share'), { x: 300, y: 400 }, { x: 200, y: 400 });
    expect(chosen()).toBe('Done');
  });
});

describe('a message', () => {
  it('is put away by a swipe', () => {
    render(<Toasts closeLabel="Close" />);
    const id = toast({ text: 'Order placed', forMs: Number.POSITIVE_INFINITY });
    cleanup();
    render(<Toasts closeLabel="Close" />);
    swipe(screen.getByText('Order placed'), { x: 100, y: 700 }, { x: 240, y: 705 });
    expect(screen.queryByText('Order placed')).toBeNull();
    dismissToast(id);
  });

  it('that stays does not give way to those that go', () => {
    const ids = [
      toast({ text: 'A new version is ready', forMs: Number.POSITIVE_INFINITY }),
      ...['1', '2', '3'].map((text) => toast({ text })),
    ];
    expect(toastStore.read().map(({ text }) => text)).toEqual(['A new version is ready', '2', '3']);
    for (const id of ids) dismissToast(id);
  });
});

describe('pulling', () => {
  const pullable = () => {
    let runs = 0;
    render(
      <PullToRefresh
        label="Reloading"
        onRefresh={async () => {
          runs += 1;
        }}
      >
        <p>Markets</p>
        {createPortal(<p>Sheet</p>, document.body)}
      </PullToRefresh>,
    );
    return () => runs;
  };

  it('sideways is not pulling', () => {
    const runs = pullable();
    const page = screen.getByText('Markets');
    fireEvent.touchStart(page, { touches: touch({ x: 300, y: 100 }) });
    fireEvent.touchMove(page, { touches: touch({ x: 240, y: 110 }) });
    fireEvent.touchMove(page, { touches: touch({ x: 240, y: 400 }) });
    fireEvent.touchEnd(page);
    expect(runs()).toBe(0);
  });

  it('a sheet down does not reload the page under it', () => {
    const runs = pullable();
    swipe(screen.getByText('Sheet'), { x: 200, y: 100 }, { x: 200, y: 400 });
    expect(runs()).toBe(0);
  });
});

describe('what is felt', () => {
  const vibrate = vi.fn(() => true);
  beforeEach(() => {
    vibrate.mockClear();
    vi.stubGlobal('navigator', { vibrate });
  });
  afterEach(() => {
    setHaptics(true);
    vi.unstubAllGlobals();
  });

  it('is a tick, unless switched off or less motion is wanted', () => {
    haptic();
    expect(vibrate.mock.calls).toEqual([[8]]);
    setHaptics(false);
    haptic();
    setHaptics(true);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    haptic('done');
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
});
