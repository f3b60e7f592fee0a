// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { CodeField } from './CodeField.tsx';
import { PercentButtons } from './PercentButtons.tsx';
import { Segment } from './Segment.tsx';
import { Switch } from './Switch.tsx';
import { TabPanel } from './TabPanel.tsx';
import { Tabs } from './Tabs.tsx';
import { Toasts } from './Toasts.tsx';
import { dismissToast, toast } from './toast-store.ts';
import { useCountdown } from './use-countdown.ts';

afterEach(cleanup);

describe('Button', () => {
  it('keeps its name and takes no taps while its request runs', () => {
    const taps: string[] = [];
    render(
      <Button variant="main" busy onClick={() => taps.push('tap')}>
        Buy BTC
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Buy BTC' });
    fireEvent.click(button);
    expect(taps).toEqual([]);
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('does not send a form unless it says so', () => {
    render(<Button>Later</Button>);
    expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button');
  });
});

function Side() {
  const [value, setValue] = useState<'buy' | 'sell'>('buy');
  return (
    <Segment
      label="Side"
      value={value}
      onValueChange={setValue}
      options={[
        { value: 'buy', label: 'Buy', tone: 'rise' },
        { value: 'sell', label: 'Sell', tone: 'fall' },
      ]}
    />
  );
}

describe('Segment', () => {
  it('is a radio group of which one is chosen', () => {
    render(<Side />);
    expect(screen.getByRole('radiogroup', { name: 'Side' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Sell' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sell' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Buy' }).checked).toBe(false);
  });
});

function Orders() {
  const [value, setValue] = useState('open');
  const items = [
    { value: 'open', label: 'Open orders 2' },
    { value: 'holdings', label: 'Holdings' },
    { value: 'history', label: 'History' },
  ];
  return (
    <>
      <Tabs id="orders" label="Orders" value={value} items={items} onValueChange={setValue} />
      <TabPanel id="orders" value={value}>
        {value}
      </TabPanel>
    </>
  );
}

describe('Tabs', () => {
  it('shows the panel of the chosen tab, named by it', () => {
    render(<Orders />);
    fireEvent.click(screen.getByRole('tab', { name: 'History' }));
    expect(screen.getByRole('tabpanel', { name: 'History' }).textContent).toBe('history');
  });

  it('moves with the arrow keys, around the ends, and only the chosen one is in the tab order', () => {
    render(<Orders />);
    const first = screen.getByRole('tab', { name: 'Open orders 2' });
    fireEvent.keyDown(first, { key: 'ArrowLeft' });
    const last = screen.getByRole('tab', { name: 'History' });
    expect(last.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(last);
    fireEvent.keyDown(last, { key: 'Home' });
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  });
});

describe('Checkbox and Switch', () => {
  it('tell whether they are on', () => {
    const seen: boolean[] = [];
    render(
      <>
        <Checkbox defaultChecked={false} onCheckedChange={(on) => seen.push(on)}>
          Post only
        </Checkbox>
        <Switch label="Flash prices" defaultChecked onCheckedChange={(on) => seen.push(on)} />
      </>,
    );
    fireEvent.click(screen.getByRole('checkbox', { name: 'Post only' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Flash prices' }));
    expect(seen).toEqual([true, false]);
  });
});

describe('PercentButtons', () => {
  it('say which share is chosen', () => {
    const chosen: number[] = [];
    render(<PercentButtons label="Share of balance" value={50} onSelect={(p) => chosen.push(p)} />);
    fireEvent.click(screen.getByRole('button', { name: '25%' }));
    expect(chosen).toEqual([25]);
    expect(screen.getByRole('button', { name: '50%' }).getAttribute('aria-pressed')).toBe('true');
  });
});

function Code() {
  const seconds = useCountdown(1_002_000);
  return (
    <CodeField
      label="Code"
      waiting={seconds > 0}
      sendLabel={seconds > 0 ? `Again in ${seconds} s` : 'Send code'}
      onSend={() => {}}
    />
  );
}

describe('with a clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a new code can be asked for when the seconds are over', () => {
    render(<Code />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Again in 2 s' }).disabled).toBe(
      true,
    );
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.getByRole('button', { name: 'Again in 1 s' })).toBeTruthy();
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send code' }).disabled).toBe(
      false,
    );
  });

  it('a message is a status, a refusal an alert, and both go by themselves', () => {
    render(<Toasts closeLabel="Close" />);
    act(() => {
      toast({ text: 'Order placed', detail: 'No. 90417' });
      toast({ kind: 'bad', text: 'Not sent. Nothing was charged.' });
    });
    expect(screen.getByRole('status').textContent).toContain('Order placed No. 90417');
    expect(screen.getByRole('alert').textContent).toContain('Not sent');
    act(() => vi.advanceTimersByTime(5000));
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('a message waits while the focus is on it', () => {
    render(<Toasts closeLabel="Close" />);
    act(() => {
      toast({ text: 'Copied' });
    });
    const close = screen.getByRole('button', { name: 'Close' });
    act(() => close.focus());
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByText('Copied')).toBeTruthy();
    fireEvent.click(close);
    expect(screen.queryByText('Copied')).toBeNull();
  });

  it('never shows more than three messages', () => {
    render(<Toasts closeLabel="Close" />);
    let ids: number[] = [];
    act(() => {
      ids = ['a', 'b', 'c', 'd'].map((text) => toast({ text }));
    });
    expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(3);
    act(() => ids.forEach(dismissToast));
  });
});
