// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TabBar } from '../layout/TabBar.tsx';
import { KeyValues } from '../lists/KeyValues.tsx';
import { ListRow } from '../lists/ListRow.tsx';
import { Beads } from './Beads.tsx';
import { Change } from './Change.tsx';
import { Countdown } from './Countdown.tsx';
import { Money } from './Money.tsx';
import { Price } from './Price.tsx';
import { Spark, sparkPath } from './Spark.tsx';

afterEach(cleanup);

describe('numbers on screen', () => {
  it('a price that is missing is a dash', () => {
    render(<Price value={undefined} decimals={2} />);
    expect(screen.getByText('–')).toBeTruthy();
  });

  it('a change says its direction by sign, not by colour alone', () => {
    const { container } = render(<Change fraction="-0.0073" />);
    expect(container.textContent).toBe('\u22120.73%');
  });

  it('a masked amount is not in the page', () => {
    const { container } = render(
      <Money value="34532.89" unit="USDT" masked maskedLabel="Hidden amount" />,
    );
    expect(container.textContent).not.toContain('34');
    expect(screen.getByText('Hidden amount')).toBeTruthy();
  });

  it('a coloured value without a sign of its own gets an arrow', () => {
    const { container } = render(
      <KeyValues
        rows={[
          { label: 'Now', value: '64,826.10', tone: 'rise' },
          { label: 'Loss', value: '\u22124.00', tone: 'fall' },
        ]}
      />,
    );
    expect(container.querySelectorAll('svg')).toHaveLength(1);
  });
});

describe('rows', () => {
  it('a row with an address is a link, with a tap a button, else neither', () => {
    render(
      <>
        <ListRow title="A" href="#/a" />
        <ListRow title="B" onClick={() => {}} />
        <ListRow title="C" />
      </>,
    );
    expect(screen.getByRole('link', { name: 'A' }).getAttribute('href')).toBe('#/a');
    expect(screen.getByRole('button', { name: 'B' })).toBeTruthy();
    expect(screen.getByText('C').closest('a, button')).toBeNull();
  });

  it('the tab bar says which place is open', () => {
    render(
      <TabBar
        label="Main"
        active="#/spot"
        items={[
          { href: '#/', label: 'Home', icon: 'home' },
          { href: '#/spot', label: 'Spot', icon: 'spot' },
        ]}
      />,
    );
    const current = screen.getByRole('link', { current: 'page' });
    expect(current.textContent).toBe('Spot');
  });
});

describe('motif', () => {
  it('beads and countdown are read out as a sentence', () => {
    render(
      <>
        <Beads done={7} total={12} label="7 of 12 confirmations" />
        <Countdown secondsLeft={38} secondsTotal={60} label="38 seconds left" />
      </>,
    );
    expect(screen.getByRole('img', { name: '7 of 12 confirmations' })).toBeTruthy();
    expect(screen.getByRole('timer', { name: '38 seconds left' })).toBeTruthy();
  });

  it('a spark keeps its room when there is nothing to draw', () => {
    const { container } = render(<Spark values={[]} width={72} height={30} />);
    expect(container.querySelector('svg')?.getAttribute('width')).toBe('72');
    expect(container.querySelector('path')).toBeNull();
  });

  it('a spark fits its values into the box, a flat one into the middle', () => {
    const box = { width: 100, height: 30, inset: 2 };
    expect(sparkPath([1, 2, 3], box)).toEqual({ path: 'M0,28L50,15L100,2', lastX: 100, lastY: 2 });
    expect(sparkPath(['5', '5'], box)?.path).toBe('M0,15L100,15');
    expect(sparkPath([1], box)).toBeUndefined();
  });
});
