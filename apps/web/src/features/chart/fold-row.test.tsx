// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../../test/render.tsx';
import { FoldRow } from './FoldRow.tsx';

afterEach(() => vi.restoreAllMocks());

const LINE_PX = 44;
const WORDS = ['One', 'Two', 'Three', 'Four'];

/** As a browser lays them out, where so many fit into a line. */
function fit(count: number) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    // A field has no text: it lies where its word does.
    const word = this.matches('input') ? this.parentElement : this;
    const at = WORDS.indexOf(word?.textContent ?? '');
    return new DOMRect(0, at < 0 ? 0 : Math.floor(at / count) * LINE_PX, 40, LINE_PX);
  });
}

const renderRow = (chosen: string) =>
  renderAt(
    '/',
    <FoldRow role="radiogroup" label="Numbers" words={WORDS.join()}>
      {WORDS.map((word) => (
        <label key={word}>
          <input type="radio" name="number" defaultChecked={word === chosen} />
          {word}
        </label>
      ))}
    </FoldRow>,
  );
const chevron = () => screen.queryByRole('button', { name: 'More: Numbers' });
const orderOf = (word: string) => screen.getByText(word).style.order;

test('a row that fits has no chevron', async () => {
  fit(4);
  await renderRow('Four');
  expect(chevron()).toBeNull();
  expect(orderOf('Four')).toBe('');
});

test('what does not fit is behind a chevron, and what is chosen never is', async () => {
  fit(2);
  await renderRow('Four');
  expect(chevron()?.getAttribute('aria-expanded')).toBe('false');
  expect(WORDS.map(orderOf)).toEqual(['', '', '', '-1']);
  await act(async () => chevron()?.click());
  expect(chevron()?.getAttribute('aria-expanded')).toBe('true');
  // All are seen, where they belong.
  expect(WORDS.map(orderOf)).toEqual(['', '', '', '']);
});

test('a key that goes on to what is folded away shows it', async () => {
  fit(2);
  await renderRow('One');
  const field = screen.getByRole('radio', { name: 'Four' });
  await act(async () => field.focus());
  expect(chevron()?.getAttribute('aria-expanded')).toBe('true');
});
