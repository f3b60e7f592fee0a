/** The icons of launchers, drawn from a brand's SVGs where its folder has none. */
import sharp from 'sharp';
import { CONTROL_MIN, contrast, GROUNDS, hexOf, type Theme } from './accent.ts';
import { type Brand, BrandError, ICON_PICTURES } from './brand.ts';

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Launchers cut a maskable icon to a circle of four fifths; what stands in the middle three fifths is always whole. */
const MARK_SHARE = 0.6;
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
/** Hides what is behind it: an edge that is smoothed does not. */
const OPAQUE = 250;

const drawnAlready = new WeakMap<Brand, Promise<ReadonlyMap<string, Buffer>>>();

/** All icons by their addresses. Throws BrandError where a drawing cannot be drawn. Drawn once for each brand. */
export function drawIcons(brand: Brand): Promise<ReadonlyMap<string, Buffer>> {
  const known = drawnAlready.get(brand) ?? drawAll(brand);
  drawnAlready.set(brand, known);
  return known;
}

/** What takes users' pictures forbids the whole process to read any other kind (verification/files-pictures.ts). */
const READS_SVG = { operation: ['VipsForeignLoadSvg'] };
/** Brands that are being drawn: SVGs are read until the last of them is, since the permission is the whole process's. */
let drawing = 0;

async function drawAll(brand: Brand): Promise<ReadonlyMap<string, Buffer>> {
  const icons = new Map<string, Buffer>();
  drawing += 1;
  sharp.unblock(READS_SVG);
  try {
    const { icon, logo } = brand;
    await prove(icon, 'icon.svg');
    await proveSeen(await prove(logo.light, 'logo.svg'), 'logo.svg', 'light');
    await proveSeen(await prove(logo.dark, 'logo-dark.svg'), 'logo-dark.svg', 'dark');
    for (const [name, { width }] of Object.entries(ICON_PICTURES))
      icons.set(name, brand.pictures[name] ?? (await draw(brand, name, width)));
  } finally {
    // At a start nobody can send anything yet; from here on nobody's SVG is read.
    drawing -= 1;
    if (drawing === 0) sharp.block(READS_SVG);
  }
  return icons;
}

const PROOF_SIDE = 48;
/** Of the mark's pixels those that must be seen on the page. */
const SEEN_SHARE_MIN = 0.5;

/** What no parser of XML takes shows nothing in a browser either. */
async function prove(svg: string, name: string): Promise<Buffer> {
  try {
    return await drawn(svg, PROOF_SIDE);
  } catch (error) {
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').trim() : '';
    throw new BrandError(`${name} cannot be drawn: ${why}`);
  }
}

/** A dark mark on the dark theme is none. */
async function proveSeen(picture: Buffer, name: string, theme: Theme): Promise<void> {
  const data = await sharp(picture).ensureAlpha().raw().toBuffer();
  const pixels = Array.from({ length: data.length / 4 }, (_, at) =>
    data.subarray(at * 4, at * 4 + 4),
  ).filter(([, , , alpha = 0]) => alpha >= OPAQUE);
  const { bg } = GROUNDS[theme];
  const seen = pixels.filter(
    ([red = 0, green = 0, blue = 0]) => contrast(hexOf([red, green, blue]), bg) >= CONTROL_MIN,
  );
  if (seen.length > 0 && seen.length >= pixels.length * SEEN_SHARE_MIN) return;
  throw new BrandError(
    `${name}: most of the mark has a contrast below ${CONTROL_MIN} to the ${theme} theme's ${bg}`,
  );
}

async function draw(brand: Brand, name: string, side: number): Promise<Buffer> {
  if (name.includes('monochrome')) return silhouette(brand.logo.dark, side);
  const picture = await drawn(brand.icon, side);
  // Apple's launchers and those that cut out a shape show black where nothing is.
  return name.includes('maskable') || name === 'icon-180.png' ? filled(picture, side) : picture;
}

const drawn = (svg: string, side: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: densityOf(svg, side) })
    .resize(side, side, { fit: 'contain', background: CLEAR })
    .png()
    .toBuffer();

/** Dots an inch at which the drawing has about so many pixels: an SVG's own size is of 72. */
function densityOf(svg: string, side: number): number {
  const [root = ''] = /<svg[^>]*/.exec(svg) ?? [];
  const [, width] = /\swidth\s*=\s*["']([\d.]+)/.exec(root) ?? [];
  const [, box] = /\sviewBox\s*=\s*["']\s*[^\s,]+[\s,]+[^\s,]+[\s,]+([^\s,]+)/.exec(root) ?? [];
  // A width of nothing or in percents says nothing.
  const units = Number(width) || Number(box) || side;
  return Math.min(Math.max((72 * side) / units, 1), 10_000);
}

/** The icon to the corners: each row goes on outwards with what it has at its edges, so that a ground of any colours is whole. */
async function filled(picture: Buffer, side: number): Promise<Buffer> {
  const { data } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  // A drawing without a ground of its own stands on white.
  if ((data[middleOfTop(side) + 3] ?? 0) < OPAQUE)
    return onGround(await sharp(picture).resize(markSide(side)).toBuffer(), side, WHITE);
  const top = firstRow(data, side);
  for (let row = 0; row < side; row += 1) extendRow(data, side, Math.max(row, top), row);
  return sharp(data, { raw: { width: side, height: side, channels: 4 } })
    .flatten({ background: WHITE })
    .png()
    .toBuffer();
}

const middleOfTop = (side: number): number =>
  (Math.floor(side / 50) * side + Math.floor(side / 2)) * 4;

/** The first row with a pixel that hides what is behind it. */
function firstRow(data: Buffer, side: number): number {
  let at = 0;
  while (at < side * side && (data[at * 4 + 3] ?? 0) < OPAQUE) at += 1;
  return Math.floor(at / side);
}

/** Writes a row: what lies left of the first and right of the last opaque pixel of `source` has their colour. */
function extendRow(data: Buffer, side: number, source: number, row: number): void {
  const place = (column: number, of: number) => (of * side + column) * 4;
  const isOpaque = (column: number) => (data[place(column, source) + 3] ?? 0) >= OPAQUE;
  let [first, last] = [0, side - 1];
  while (first < side && !isOpaque(first)) first += 1;
  // A row below the drawing is like the one above it.
  if (first === side) {
    data.copyWithin(place(0, row), place(0, row - 1), place(0, row));
    return;
  }
  while (!isOpaque(last)) last -= 1;
  for (let column = 0; column < side; column += 1) {
    const from = Math.min(Math.max(column, first), last);
    if (from !== column || source !== row)
      data.copyWithin(place(column, row), place(from, source), place(from, source) + 4);
  }
}

const markSide = (side: number): number => Math.round(side * MARK_SHARE);

const onGround = (mark: Buffer, side: number, background: typeof CLEAR): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png()
    .toBuffer();

/** White where the mark is: the launcher gives it a colour. */
async function silhouette(logo: string, side: number): Promise<Buffer> {
  const alpha = await sharp(await drawn(logo, markSide(side)))
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  const small = markSide(side);
  const mark = await sharp({
    create: { width: small, height: small, channels: 3, background: '#ffffff' },
  })
    .joinChannel(alpha, { raw: { width: small, height: small, channels: 1 } })
    .png()
    .toBuffer();
  return onGround(mark, side, CLEAR);
}
