// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from './Toasts.tsx';
import { dismissToast, toast } from './toast-store.ts';

afterEach(cleanup);

describe('Toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
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
    expect(screen.getByRole('alert').textContent).toBe('');
    // The one before it was not seen so long: its time begins now.
    expect(screen.getByRole('status').textContent).toContain('Order placed');
    act(() => vi.advanceTimersByTime(5000));
    expect(screen.getByRole('status').textContent).toBe('');
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

  it('the newest of several is seen alone, and the one before it when that is put away', () => {
    render(<Toasts closeLabel="Close" />);
    act(() => {
      toast({ text: 'first' });
      toast({ kind: 'bad', text: 'second' });
    });
    const closes = () => screen.getAllByRole('button', { name: 'Close' });
    const seen = () => closes().map((one) => one.closest('.fl-toast')?.textContent);
    expect(seen()).toEqual(['second ']);
    for (const one of closes()) fireEvent.click(one);
    expect(seen()).toEqual(['first ']);
    for (const one of closes()) fireEvent.click(one);
  });

  it('one that stays until it is answered waits behind one that goes', () => {
    render(<Toasts closeLabel="Close" />);
    act(() => {
      toast({ text: 'placed' });
      toast({ text: 'a new version', forMs: Number.POSITIVE_INFINITY });
    });
    const seen = () => screen.getByRole('button', { name: 'Close' }).closest('.fl-toast');
    expect(seen()?.textContent).toContain('placed');
    act(() => vi.advanceTimersByTime(5000));
    expect(seen()?.textContent).toContain('a new version');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  });

  it('a message that is higher than the bar lets the page make room while it is there', () => {
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(62);
    const room = () => document.documentElement.style.getPropertyValue('--toast-room');
    render(<Toasts closeLabel="Close" />);
    act(() => {
      toast({ text: 'three lines' });
    });
    expect(room()).toBe('16px');
    act(() => vi.advanceTimersByTime(5000));
    expect(room()).toBe('');
    height.mockRestore();
  });

  it('never keeps more than three messages', () => {
    render(<Toasts closeLabel="Close" />);
    let ids: number[] = [];
    act(() => {
      ids = ['a', 'b', 'c', 'd'].map((text) => toast({ text }));
    });
    const all = { name: 'Close', hidden: true };
    expect(screen.getAllByRole('button', all)).toHaveLength(3);
    act(() => ids.forEach(dismissToast));
  });
});
