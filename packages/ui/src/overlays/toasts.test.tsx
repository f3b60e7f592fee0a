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
