/** The poster: well-formed whatever it shows, and its code is read at three times the size. */
import { LANGUAGES } from '@fairlead/contract';
import sharp from 'sharp';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_BRAND, readBrand } from '../core/brand/brand.ts';
import { drawPoster, type PosterContent } from './poster.ts';

const CONTENT: PosterContent = {
  name: 'a***n',
  inviteCode: '7KQ2MXAB',
  ratio: '20%',
  url: 'https://exchange.example/#/pages/user/login/register?invite_code=7KQ2MXAB',
  language: 'en',
  brand: readBrand(BUILT_IN_BRAND),
};
const SCALE = 3;

// What takes users' pictures forbids the whole process to read any other kind.
const READS_SVG = { operation: ['VipsForeignLoadSvg'] };
beforeAll(() => sharp.unblock(READS_SVG));
afterAll(() => sharp.block(READS_SVG));

/** What it looks like at three times its size: grey values by row. */
async function drawn(svg: string) {
  const image = sharp(Buffer.from(svg), { density: 72 * SCALE })
    .greyscale()
    .raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { at: (x: number, y: number) => data[y * info.width + x] ?? -1, ...info };
}

test.each(LANGUAGES)('is drawn in %s, 375 × 667', async (language) => {
  const { width, height } = await drawn(drawPoster({ ...CONTENT, language }));
  expect([width, height]).toEqual([375 * SCALE, 667 * SCALE]);
});

test.each([
  ['short', CONTENT.url],
  ['long', `https://${'exchange.'.repeat(6)}example/#/pages/user/login/register?invite_code=A`],
])(
  'the code of a %s link is that of the link, and no square of it is blurred',
  async (_name, url) => {
    const svg = drawPoster({ ...CONTENT, url });
    const [, x, y, square] = /translate\((\d+) (\d+)\) scale\((\d+)\)/.exec(svg)?.map(Number) ?? [];
    if (x === undefined || y === undefined || square === undefined) throw new Error('no code');
    const { at } = await drawn(svg);
    const { data } = encode(url, { ecc: 'M', border: 4 });
    const wrong = [];
    for (const [row, squares] of data.entries()) {
      for (const [column, isDark] of squares.entries()) {
        // Corners of the paper are round.
        const isBorder =
          row < 4 || column < 4 || row >= data.length - 4 || column >= data.length - 4;
        if (isBorder) continue;
        const [left, top] = [(x + column * square) * SCALE, (y + row * square) * SCALE];
        const last = square * SCALE - 1;
        for (const [dx, dy] of [
          [0, 0],
          [last, 0],
          [0, last],
          [last, last],
        ] as const) {
          const grey = at(left + dx, top + dy);
          if (isDark ? grey > 40 : grey < 250) wrong.push([row, column, grey]);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);

describe('foreign text', () => {
  test.each([
    '<script>alert(1)</script>',
    '"/><image href="https://evil.example/x.png"/>',
    "a&b'c]]>",
    '\u0000\u0008\u001f\ud800x',
    '\u202egnp.exe',
    '𝕏'.repeat(200),
    '<'.repeat(500),
  ])('%j is shown, not obeyed', async (name) => {
    const poster = drawPoster({ ...CONTENT, name });
    // The brand's own mark, which comes with the poster.
    const svg = poster.replace(/<image [^<>]* href="data:image\/svg\+xml,[^"<>]*"\/>/, '');
    expect(svg).not.toBe(poster);
    for (const tag of ['<script', '<image', '\u202e', '\u0000'])
      expect(svg.includes(tag)).toBe(false);
    expect(svg.match(/<[a-z]+/g)?.every((tag) => TAGS.includes(tag))).toBe(true);
    const { width } = await drawn(poster);
    expect(width).toBe(375 * SCALE);
  });
});

const TAGS = ['<svg', '<title', '<rect', '<text', '<tspan', '<path'];
