/** What browsers ask of an app before they offer to install it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRoute } from '../app/routes.ts';

const folder = path.join(import.meta.dirname, '../../public');
const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.webmanifest'), 'utf8'));
const page = readFileSync(path.join(folder, '../index.html'), 'utf8');
/** Where the pictures of our own brand lie: the server serves them, or those of another (docs/operating/brand.md). */
const pictures = path.join(folder, '../../server/brand');

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

/** In a PNG width and height stand in the first chunk, in a JPEG in the frame's header. */
function sizeOf({ src, type }: Picture): string {
  const bytes = readFileSync(path.join(pictures, src));
  if (type === 'image/png') {
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  }
  expect(type).toBe('image/jpeg');
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0, 0x00, 0x11]));
  return `${bytes.readUInt16BE(frame + 7)}x${bytes.readUInt16BE(frame + 5)}`;
}

test('names the app and keeps it in its own window', () => {
  expect(manifest).toMatchObject({
    id: './',
    name: 'Fairlead',
    short_name: 'Fairlead',
    start_url: './',
    scope: './',
    display: 'standalone',
  });
});

test('every picture is there in the size it claims', () => {
  const shown: readonly Picture[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: readonly Picture[] }) => icons),
  ];
  const drawn = shown.filter(({ type }) => type !== 'image/svg+xml');
  expect(drawn.map(sizeOf)).toEqual(drawn.map(({ sizes }) => sizes));
});

test('has the icons that launchers ask for', () => {
  const icons: readonly Picture[] = manifest.icons;
  const plain = icons.filter(({ purpose }) => purpose === undefined).map(({ sizes }) => sizes);
  expect(plain).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(icons.flatMap(({ purpose = [] }) => purpose)).toEqual(['maskable', 'monochrome']);
});

test('shortcuts lead to pages that exist', () => {
  const links: readonly string[] = manifest.shortcuts.map(({ url }: { url: string }) => url);
  expect(links.map((link) => findRoute(link.replace(/^\.\/#/, '')) !== undefined)).toEqual([
    true,
    true,
    true,
  ]);
});

test('the first colour of the window is the first colour of the page', () => {
  const [, colour] = /name="theme-color" content="(#\w+)"/.exec(page) ?? [];
  expect([manifest.theme_color, manifest.background_color]).toEqual([colour, colour]);
  expect(page).toContain('viewport-fit=cover');
  expect(page).toContain('rel="apple-touch-icon"');
});
