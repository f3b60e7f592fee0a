// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pointing } from './pointing.ts';
import { snapPrice } from './snap-price.ts';

const told: string[] = [];
let isPointable = true;
let element: HTMLElement;
let pointing: Pointing;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  isPointable = true;
  element = document.createElement('div');
  element.setPointerCapture = () => undefined;
  document.body.append(element);
  pointing = new Pointing(element, {
    place: () =>
      isPointable
        ? {
            width: 300,
            height: 200,
            priceAt: (y) => String(1_000 - y),
            lineAt: (x, y) => (x < 100 && Math.abs(y - 50) < 10 ? '7' : undefined),
          }
        : undefined,
    onMoving: (line, price) => told.push(`${line} at ${price}`),
    onMoved: (line, price) => told.push(`${line} to ${price}`),
    onHeld: (price) => told.push(`held ${price}`),
  });
});
afterEach(() => {
  pointing.stop();
  element.remove();
  vi.useRealTimers();
});

/** jsdom knows no pointers: a mouse's event with what a pointer's says more. */
function send(name: string, x: number, y: number, pointerType = 'touch'): MouseEvent {
  const event = new MouseEvent(name, { clientX: x, clientY: y, cancelable: true, bubbles: true });
  Object.assign(event, { pointerType, pointerId: 1, isPrimary: true });
  element.dispatchEvent(event);
  return event;
}

test('a line is dragged, and let go at another price', () => {
  send('pointerdown', 50, 52);
  expect(send('mousedown', 50, 52).defaultPrevented).toBe(true);
  send('pointermove', 50, 90);
  send('pointerup', 50, 95);
  expect(told).toEqual(['7 at 910', '7 at undefined', '7 to 905']);
});

test('a line that is only tapped, or left by Escape, stays where it is', () => {
  send('pointerdown', 50, 52);
  send('pointerup', 50, 53);
  expect(told).toEqual(['7 at undefined']);
  send('pointerdown', 50, 52);
  send('pointermove', 50, 90);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  send('pointerup', 50, 90);
  expect(told).toEqual(['7 at undefined', '7 at 910', '7 at undefined']);
});

test('a finger held still asks for its price when it lets go; one that moved does not', () => {
  send('pointerdown', 200, 120);
  vi.advanceTimersByTime(499);
  send('pointerup', 200, 120);
  send('pointerdown', 200, 120);
  vi.advanceTimersByTime(600);
  send('pointermove', 240, 120);
  send('pointerup', 240, 120);
  expect(told).toEqual([]);
  send('pointerdown', 200, 120);
  vi.advanceTimersByTime(500);
  send('pointermove', 203, 121);
  send('pointerup', 203, 121);
  expect(told).toEqual(['held 879']);
  // The chart's own moves are left to it.
  expect(send('touchmove', 203, 121).defaultPrevented).toBe(false);
});

test('the other button asks at once, where prices are and may be pointed at', () => {
  expect(send('contextmenu', 200, 30, 'mouse').defaultPrevented).toBe(true);
  send('contextmenu', 320, 30, 'mouse');
  send('contextmenu', 200, 30, 'touch');
  isPointable = false;
  expect(send('contextmenu', 200, 30, 'mouse').defaultPrevented).toBe(false);
  expect(told).toEqual(['held 970']);
});

test.each([
  [64_802.974, '0.01', '64802.97'],
  [64_802.975_1, '0.01', '64802.98'],
  [101.3, '0.5', '101.5'],
  [101.2, '0.5', '101.0'],
  [7_404, '5', '7405'],
  [0.000_012_34, '0.00000001', '0.00001234'],
  [0.001, '0.01', undefined],
  [-1, '0.01', undefined],
  [Number.NaN, '0.01', undefined],
])('%d on a grid of %s is %s', (price, tick, text) => {
  expect(snapPrice(price, tick)).toBe(text);
});
