// @vitest-environment jsdom
/** What is shared: no amounts unless they are chosen, the receipt with its head, drawn here and handed to the system or saved. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderAt, serve } from '../../../test/render.tsx';
import { ShareButton } from './ShareButton.tsx';
import { headLines, pictureOf, type Shared } from './share-model.ts';

const HEAD = '0123456789abcdef'.repeat(4);
const SHARED: Shared = {
  ...{ name: 'position-7', symbol: 'BTC/USDT', what: 'Long 10×', headline: '+12.34% of margin' },
  facts: [{ label: 'Opened at', value: '63,500.0' }],
  amounts: [{ label: 'Margin', value: '324.10 USDT' }],
  ...{ receiptId: 12, receiptOf: 'Close' },
};

describe('a picture', () => {
  const of = (withAmounts: boolean) =>
    JSON.stringify(pictureOf(SHARED, { brand: 'Fairlead', proof: undefined, withAmounts }));
  test('has amounts only where they are chosen', () => {
    expect(of(false)).not.toContain('324.10');
    expect(of(true)).toContain('324.10 USDT');
  });
  test('has all of the head, in lines that can be compared', () => {
    expect(headLines(HEAD)).toHaveLength(4);
    expect(headLines(HEAD).join('')).toBe(HEAD);
  });
});

/** What was written on the canvas since it was last looked at. */
const written: string[] = [];
const files: File[] = [];
const { getContext, toBlob } = HTMLCanvasElement.prototype;
beforeEach(() => {
  written.length = 0;
  files.length = 0;
  const context = {
    fillRect: () => undefined,
    measureText: (text: string) => ({ width: text.length * 10 }),
    fillText: (text: string) => written.push(text),
  };
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['png'], { type: 'image/png' }));
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => 0 }),
  );
  serve({ 'GET settlement/receipt': () => ({ id: 12, hash: HEAD }) });
});
afterEach(() => {
  Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob });
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
});
const open = async (shared: Shared = SHARED) => {
  await renderAt('/', <ShareButton shared={shared} />);
  await act(async () => screen.getByRole('button', { name: 'Share' }).click());
  return screen.findByRole('img', { name: /^BTC\/USDT Long 10×/ });
};

test('says its receipt and head, and amounts once they are switched on', async () => {
  await open();
  expect(written).toContain('Receipt 12 · Close');
  for (const line of headLines(HEAD)) expect(written).toContain(line);
  expect(written).not.toContain('324.10 USDT');
  await act(async () => screen.getByRole('checkbox', { name: 'With amounts' }).click());
  expect(written).toContain('324.10 USDT');
});

test('says where there is no receipt', async () => {
  await open({ ...SHARED, receiptId: undefined });
  expect(written).toContain('Trades in the book have no receipt of their own.');
});

test('goes to the system where it takes pictures, and can be saved in any case', async () => {
  Object.assign(navigator, {
    canShare: () => true,
    share: async (data: { files: File[] }) => void files.push(...data.files),
  });
  await open();
  await act(async () => screen.getByRole('button', { name: 'Share' }).click());
  expect(files.map(({ name, type }) => `${name} ${type}`)).toEqual(['position-7.png image/png']);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
});

test('is saved where the system takes none', async () => {
  await open();
  const names: string[] = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    names.push(this.download);
  };
  await act(async () => screen.getByRole('button', { name: 'Save' }).click());
  HTMLAnchorElement.prototype.click = click;
  expect(names).toEqual(['position-7.png']);
});
