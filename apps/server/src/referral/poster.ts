/**
 * The poster of an invitation: an SVG, so that it is sharp at any size. It needs nothing from outside, and every text is
 * escaped. Lengths are CSS pixels of a page 375 wide.
 */
import { LANGUAGE_TAGS, type Language, plainTag, textDirectionOf } from '@fairlead/contract';
import { encode } from 'uqr';
import { accentTokens } from '../core/brand/accent.ts';
import type { Brand } from '../core/brand/brand.ts';
import { escapeMarkup, svgUri } from '../core/brand/pages.ts';
import { brandSpeaker } from '../core/brand/texts.ts';

export interface PosterContent {
  /** Whose invitation it is, masked. */
  readonly name: string;
  readonly inviteCode: string;
  /** As the language writes it, e.g. "20%". */
  readonly ratio: string;
  /** What a camera reads. */
  readonly url: string;
  readonly language: Language;
  readonly brand: Brand;
}

const WIDTH = 375;
const HEIGHT = 667;
const MARGIN = 32;
const PAPER = '#ffffff';
const INK = '#0a0c14';
const MUTED = '#8a92a6';
const BACKGROUND = '#0b0d16';
const CARD = '#171b29';
const FONTS = `Inter, system-ui, -apple-system, 'Noto Sans', 'Noto Sans CJK SC', 'Noto Sans Thai', 'Noto Sans Arabic', 'Noto Sans Hebrew', sans-serif`;
/** Of the code with its quiet border: what it is drawn in is whole pixels, so that squares meet without a seam. */
const CODE_SIDE = 230;
const QUIET_SQUARES = 4;
const MARK_SIDE = 24;

export function drawPoster(content: PosterContent): string {
  const { name, inviteCode, ratio, url, language, brand } = content;
  const say = brandSpeaker(brand, language);
  const { brand: accent } = accentTokens(brand.accent, 'dark');
  const line = (text: string, style: LineStyle) => textLines(text, language, style);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" lang="${plainTag(language)}" direction="${textDirectionOf(plainTag(language))}" font-family="${escapeXml(FONTS)}" text-anchor="middle">`,
    `<title>${escapeXml(say('poster.title'))}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${BACKGROUND}"/>`,
    `<image x="${(WIDTH - MARK_SIDE) / 2}" y="14" width="${MARK_SIDE}" height="${MARK_SIDE}" href="${escapeMarkup(svgUri(brand.logo.dark))}"/>`,
    line(brand.name, { y: 56, size: 15, fill: accent, weight: 600, linesMax: 1 }),
    line(say('poster.title'), { y: 92, size: 26, fill: PAPER, weight: 700 }),
    line(say('poster.invites', { name }), { y: 160, size: 15, fill: MUTED, linesMax: 1 }),
    qrCode(url, 180),
    line(say('poster.scan'), { y: 430, size: 13, fill: MUTED, linesMax: 1 }),
    `<rect x="${MARGIN}" y="452" width="${WIDTH - 2 * MARGIN}" height="72" rx="12" fill="${CARD}"/>`,
    line(say('poster.code'), { y: 477, size: 12, fill: MUTED, linesMax: 1 }),
    line(inviteCode, { y: 507, size: 24, fill: PAPER, weight: 700, linesMax: 1, isCode: true }),
    line(say('poster.ratio', { name, ratio }), { y: 552, size: 13, fill: PAPER }),
    line(url, { y: 622, size: 10, fill: MUTED, isCode: true }),
    '</svg>',
  ].join('');
}

interface LineStyle {
  /** Of the first line's foot. */
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly linesMax?: number;
  /** Read from left to right in every language. */
  readonly isCode?: boolean;
}

const LINE_HEIGHT = 1.4;

/** A text broken into lines; more of them than fit end with an ellipsis. */
function textLines(text: string, language: Language, style: LineStyle): string {
  const { y, size, fill, weight = 400, linesMax = 3, isCode = false } = style;
  const lines = wrapped(text, language, { width: (WIDTH - 2 * MARGIN) / size, linesMax });
  const spans = lines.map(
    (each, at) =>
      `<tspan x="${WIDTH / 2}" y="${Math.round(y + at * size * LINE_HEIGHT)}">${escapeXml(each)}</tspan>`,
  );
  const direction = isCode ? ' direction="ltr"' : '';
  return `<text font-size="${size}" font-weight="${weight}" fill="${fill}"${direction}>${spans.join('')}</text>`;
}

/** `width` in ems. */
interface Room {
  readonly width: number;
  readonly linesMax: number;
}

/** Breaks between words of the language, and within what is too long for a line by itself. */
function wrapped(text: string, language: Language, { width, linesMax }: Room): string[] {
  const words = new Intl.Segmenter(LANGUAGE_TAGS[language], { granularity: 'word' });
  const parts = [...words.segment(text)].flatMap(({ segment }) =>
    emsOf(segment) > width ? [...segment] : [segment],
  );
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && emsOf(line + part) > width) {
      lines.push(line.trim());
      line = '';
    }
    line += part;
  }
  if (line.trim() !== '') lines.push(line.trim());
  const shown = lines.slice(0, linesMax);
  if (lines.length > linesMax) shown[linesMax - 1] = `${shown[linesMax - 1]?.slice(0, -1)}…`;
  return shown;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const MARK = /\p{M}/u;

/** About how wide a text is in ems: an SVG cannot measure, so rather too wide. */
function emsOf(text: string): number {
  let ems = 0;
  for (const character of text) {
    if (MARK.test(character)) continue;
    ems += WIDE.test(character) ? 1 : 0.58;
  }
  return ems;
}

/** Dark on white with the quiet border that cameras need; runs of a row are one rectangle each. */
function qrCode(text: string, top: number): string {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_SQUARES });
  const square = Math.max(1, Math.floor(CODE_SIDE / size));
  const side = square * size;
  const left = Math.round((WIDTH - side) / 2);
  let path = '';
  for (const [row, squares] of data.entries()) {
    for (let column = 0; column < squares.length; column += 1) {
      if (squares[column] !== true) continue;
      const from = column;
      while (squares[column + 1] === true) column += 1;
      path += `M${from} ${row}h${column + 1 - from}v1H${from}z`;
    }
  }
  const paper = `<rect x="${left}" y="${top}" width="${side}" height="${side}" rx="12" fill="${PAPER}"/>`;
  const ink = `<path transform="translate(${left} ${top}) scale(${square})" shape-rendering="crispEdges" fill="${INK}" d="${path}"/>`;
  return paper + ink;
}

/** What XML cannot hold at all, and what turns the direction of the text around it. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be left out
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu;

const escapeXml = (text: string): string => escapeMarkup(text.replaceAll(UNWRITABLE, ''));
