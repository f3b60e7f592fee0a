// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PullToRefresh } from './PullToRefresh.tsx';

afterEach(cleanup);

function pull(byPx: number): void {
  const page = screen.getByText('Markets');
  fireEvent.touchStart(page, { touches: [{ clientX: 0, clientY: 100 }] });
  fireEvent.touchMove(page, { touches: [{ clientX: 0, clientY: 100 + byPx }] });
  fireEvent.touchEnd(page);
}

describe('PullToRefresh', () => {
  it('reloads after a long pull, says so, and takes no second pull meanwhile', async () => {
    let runs = 0;
    let finish = () => {};
    const load = () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    render(
      <PullToRefresh label="Reloading" onRefresh={load}>
        <p>Markets</p>
      </PullToRefresh>,
    );
    pull(200);
    expect(screen.getByRole('status').textContent).toBe('Reloading');
    pull(200);
    expect(runs).toBe(1);
    finish();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  });

  it('does nothing after a short pull', () => {
    let runs = 0;
    const load = async () => {
      runs += 1;
    };
    render(
      <PullToRefresh label="Reloading" onRefresh={load}>
        <p>Markets</p>
      </PullToRefresh>,
    );
    pull(60);
    expect(runs).toBe(0);
  });
});
