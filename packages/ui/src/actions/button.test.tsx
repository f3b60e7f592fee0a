// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from './Button.tsx';

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
