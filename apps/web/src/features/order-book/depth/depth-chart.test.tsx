// @vitest-environment jsdom
/** What the depth chart draws of a book: each side where and as high as it is, prices and sums at their places. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt, serve } from '../../../../test/render.tsx';
import { DepthChart } from './DepthChart.tsx';

const BOOK = {
  symbol: 'BTC/USDT',
  seq: 1,
  bids: [
    ['99', '1'],
    ['98', '2'],
    ['90', '1'],
  ],
  asks: [
    ['101', '3'],
    ['110', '5'],
  ],
};
const WIDTH = 400;

async function draw(isStale = false) {
  serve({ 'GET currency/deal': () => BOOK });
  const { container } = await renderAt(
    '/',
    <DepthChart symbol="BTC/USDT" base="BTC" quote="USDT" tick="1" isStale={isStale} />,
  );
  const picture = await screen.findByRole('img');
  const drawn = () =>
    [...picture.querySelectorAll('path')].map((path) => [
      path.getAttribute('fill') ?? path.getAttribute('stroke'),
      path.getAttribute('d'),
    ]);
  return { container, picture, drawn };
}

const BIDS = 'M45.00 100H45.00V88.50H40.00V65.50H0.00V54.00H0V100Z';
const ASKS = 'M55.00 100H55.00V65.50H100.00V8.00H100V100Z';

test('what is wanted rises to the left, what is offered to the right, from the middle and in one scale', async () => {
  const { picture, drawn } = await draw();
  // 90 to 110 is the width, 8 the height, of which a twelfth stays free: steps at 99, 98, 90 and at 101, 110.
  expect(picture.getAttribute('viewBox')).toBe('0 0 100 100');
  expect(picture.getAttribute('preserveAspectRatio')).toBe('none');
  expect(drawn()).toEqual([
    ['var(--rise)', BIDS],
    ['var(--fall)', ASKS],
  ]);
});

test('prices stand under their places, sums at their heights', async () => {
  const { container } = await draw();
  const placed = [...container.querySelectorAll<HTMLElement>('span.absolute')].map((label) => [
    label.textContent,
    label.style.left || label.style.top,
  ]);
  expect(placed).toEqual([
    ['8.000', '9%'],
    ['4.000', '52%'],
    ['95', '25%'],
    ['100', '50%'],
    ['105', '75%'],
  ]);
});

test('a finger draws a line where it is, and the sums say what lies up to there', async () => {
  const { container, picture, drawn } = await draw();
  const said = () => [...container.querySelectorAll('dl > div')].map((one) => one.textContent);
  const before = said();
  const place = picture.parentElement;
  if (place === null) throw new Error('the picture stands in nothing');
  place.getBoundingClientRect = () => new DOMRect(10, 0, WIDTH, 200);
  fireEvent.pointerMove(place, { clientX: 10 + WIDTH * 0.4 });
  expect(drawn().at(-1)).toEqual(['var(--muted)', 'M40 0V100']);
  expect(said()[0]).toContain('98');
  expect(said()[0]).toContain('3');
  expect(said()[1]).toBe(before[1]);
  fireEvent.pointerLeave(place);
  expect(drawn()).toHaveLength(2);
  expect(said()).toEqual(before);
});

test('closer, both sides are drawn to the scale of what is seen', async () => {
  const { drawn } = await draw();
  fireEvent.click(screen.getByRole('button', { name: 'Closer' }));
  expect(drawn()).toEqual([
    ['var(--rise)', 'M40.00 100H40.00V69.33H30.00V8.00H0V100Z'],
    ['var(--fall)', 'M60.00 100H60.00V8.00H100V100Z'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Wider' }));
  expect(drawn()[0]?.[1]).toBe(BIDS);
});

test('a book of an old price is greyed', async () => {
  const { picture } = await draw(true);
  expect(picture.closest('.fl-stale')).not.toBeNull();
});
