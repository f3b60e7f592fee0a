// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCountdown } from '../figures/Countdown.tsx';
import { CodeField } from './CodeField.tsx';
import { PercentButtons } from './PercentButtons.tsx';
import { Segment } from './Segment.tsx';
import { Checkbox, Switch } from './toggles.tsx';

afterEach(cleanup);

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

describe('CodeField', () => {
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
});
