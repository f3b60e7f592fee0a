/**
 * What the exchange is called and looks like: a folder with `brand.json`, drawings and words (docs/operating/brand.md). It is
 * read and checked once, before anything else is; our own is a folder like any other. It is data, so that two can be compared.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language, plainTag } from '@fairlead/contract';
import * as z from 'zod/mini';
import { ConfigError } from '../config/values.ts';
import { ACCENT, accentProblem, type Theme } from './accent.ts';
import { svgProblem } from './svg.ts';
import { type BrandTexts, type BrandWords, languageOfTag, textProblem, UNSEEN } from './texts.ts';

export interface Brand {
  readonly name: string;
  /** Under an icon. */
  readonly shortName: string;
  /** "#rrggbb"; all other colours follow from it (accent.ts). */
  readonly accent: string;
  /** Who operates the exchange. */
  readonly legalName?: string;
  readonly supportUrl?: string;
  readonly mailFrom?: string;
  /** In names of files and of the charts' exchange: ASCII letters and digits. */
  readonly code: string;
  /** The mark beside the name, an SVG for each theme. */
  readonly logo: Readonly<Record<Theme, string>>;
  /** An SVG too. */
  readonly icon: string;
  /** PNGs and JPEGs that the folder has, by their addresses. */
  readonly pictures: Readonly<Record<string, Buffer>>;
  readonly texts: BrandTexts;
}

/** Why a folder is no brand: the file, the field and what is wrong, in one line. */
export class BrandError extends ConfigError {
  constructor(why: string) {
    super('BRAND', why);
  }
}

export const BUILT_IN_BRAND = path.resolve(import.meta.dirname, '../../../brand');

/** The mark is in the page's first stylesheet, so it is small. */
const LOGO_BYTES_MAX = 12_000;
const ICON_BYTES_MAX = 64_000;
const PICTURE_BYTES_MAX = 500_000;
const JSON_BYTES_MAX = 64_000;
const CODE_LENGTH_MAX = 20;

interface Pixels {
  readonly width: number;
  readonly height: number;
}
/** Icons that are drawn from `icon.svg` and `logo.svg` where the folder has none (icons.ts). */
export const ICON_PICTURES: Readonly<Record<string, Pixels>> = {
  'icon-180.png': { width: 180, height: 180 },
  'icon-192.png': { width: 192, height: 192 },
  'icon-512.png': { width: 512, height: 512 },
  'icon-maskable-512.png': { width: 512, height: 512 },
  'icon-monochrome-512.png': { width: 512, height: 512 },
};
/** What an installer shows of the app; none where the folder has none. */
const SCREENS: Readonly<Record<string, Pixels>> = {
  'screens/home.jpg': { width: 780, height: 1688 },
  'screens/trade.jpg': { width: 780, height: 1688 },
};
const PICTURES: Readonly<Record<string, Pixels>> = { ...ICON_PICTURES, ...SCREENS };
const REQUIRED = ['brand.json', 'logo.svg', 'icon.svg'] as const;
const FILES = new Set<string>([
  ...REQUIRED,
  'logo-dark.svg',
  ...Object.keys(PICTURES),
  ...LANGUAGES.map((language) => `texts/${plainTag(language)}.json`),
]);

const isPlain = (text: string): boolean =>
  text === text.trim() && !UNSEEN.test(text) && !/[\n<>{}]/.test(text);
const words = (min: number, max: number) =>
  z
    .string()
    .check(
      z.minLength(min, `has fewer than ${min} characters`),
      z.maxLength(max, `has more than ${max} characters`),
      z.refine(isPlain, 'has blanks at an end, signs of code or characters that nobody sees'),
    );
const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === '';

const zBrandFile = z.strictObject({
  name: words(2, 40),
  short_name: words(2, 12),
  accent: z.string().check(z.regex(ACCENT, 'is not a colour as "#5a55ec", in small letters')),
  legal_name: z.optional(words(2, 200)),
  support_url: z.optional(
    z.string().check(z.maxLength(500), z.refine(isWebAddress, 'does not begin with https://')),
  ),
  mail_from: z.optional(
    z.string().check(
      z.maxLength(200),
      z.refine((text) => isSender(text), 'is not an e-mail address'),
    ),
  ),
});

/** `a@b.example` or `Name <a@b.example>`. */
export const isSender = (text: string): boolean => /^[^\r\n@]*[^\s@<>]@[^\s@<>]+>?$/.test(text);

/** Reads and checks a folder; throws BrandError at the first thing that is wrong. */
export function readBrand(folder: string): Brand {
  try {
    return readFolder(folder);
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    if (error instanceof BrandError || code === undefined) throw error;
    throw new BrandError(`${file ?? folder} cannot be read: ${code}`);
  }
}

function readFolder(folder: string): Brand {
  checkFiles(folder);
  const given = readJson(folder, 'brand.json');
  const parsed = zBrandFile.safeParse(given);
  if (!parsed.success)
    throw new BrandError(`brand.json, ${issueWords(parsed.error.issues, given)}`);
  const { name, short_name, accent, legal_name, support_url, mail_from } = parsed.data;
  const wrongAccent = accentProblem(accent);
  if (wrongAccent !== undefined) throw new BrandError(`brand.json, accent: ${wrongAccent}`);
  const logo = readSvg(folder, 'logo.svg', LOGO_BYTES_MAX);
  const hasDarkLogo = existsSync(path.join(folder, 'logo-dark.svg'));
  return {
    name,
    shortName: short_name,
    accent,
    ...(legal_name !== undefined && { legalName: legal_name }),
    ...(support_url !== undefined && { supportUrl: support_url }),
    ...(mail_from !== undefined && { mailFrom: mail_from }),
    code: codeOf(short_name),
    logo: {
      light: logo,
      dark: hasDarkLogo ? readSvg(folder, 'logo-dark.svg', LOGO_BYTES_MAX) : logo,
    },
    icon: readSvg(folder, 'icon.svg', ICON_BYTES_MAX),
    pictures: readPictures(folder),
    texts: readTexts(folder),
  };
}

/** What no file is named for would be taken for something that has an effect. */
function checkFiles(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new BrandError(`"${folder}" is not a folder`);
  const found = filesBelow(folder);
  const missing = REQUIRED.find((file) => !found.includes(file));
  if (missing !== undefined) throw new BrandError(`${missing} is not in "${folder}"`);
  const unknown = found.sort().find((file) => !FILES.has(file));
  if (unknown === undefined) return;
  const language = /^texts\/([^/]+)\.json$/.exec(unknown)?.[1];
  throw new BrandError(
    language === undefined
      ? `${unknown} is no file of a brand`
      : `${unknown}: "${language}" is no language of the app; they are ${LANGUAGES.map((each) => plainTag(each)).join(', ')}`,
  );
}

/** Links count as what they lead to: folders are also mounted as trees of links. */
const filesBelow = (folder: string, below = ''): string[] =>
  readdirSync(path.join(folder, below))
    .filter((name) => !name.startsWith('.'))
    .map((name) => (below === '' ? name : `${below}/${name}`))
    .flatMap((file) =>
      statSync(path.join(folder, file)).isDirectory() ? filesBelow(folder, file) : [file],
    );

function readBytes(folder: string, file: string, bytesMax: number): Buffer {
  const full = path.join(folder, file);
  const { size } = statSync(full);
  if (size > bytesMax) throw new BrandError(`${file} has ${size} bytes, more than ${bytesMax}`);
  return readFileSync(full);
}

function readUtf8(folder: string, file: string, bytesMax: number): string {
  const bytes = readBytes(folder, file, bytesMax);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BrandError(`${file} is not UTF-8`);
  }
}

function readJson(folder: string, file: string): unknown {
  try {
    return JSON.parse(readUtf8(folder, file, JSON_BYTES_MAX));
  } catch (error) {
    if (error instanceof SyntaxError) throw new BrandError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}

/** "accent: is not …"; of a field that is not known, its name. */
function issueWords([issue]: readonly z.core.$ZodIssue[], given: unknown): string {
  if (issue?.code === 'unrecognized_keys') return `${issue.keys[0]}: is no field of a brand`;
  const field = issue?.path.join('.') ?? '';
  if (issue?.code !== 'invalid_type') return `${field}: ${issue?.message ?? 'is wrong'}`;
  if (field === '') return 'not an object';
  const isThere = typeof given === 'object' && given !== null && Object.hasOwn(given, field);
  return `${field}: is ${isThere ? 'not a text' : 'missing'}`;
}

function readSvg(folder: string, file: string, bytesMax: number): string {
  const text = readUtf8(folder, file, bytesMax);
  const problem = svgProblem(text);
  if (problem !== undefined) throw new BrandError(`${file} ${problem}`);
  return text.trim();
}

function readPictures(folder: string): Readonly<Record<string, Buffer>> {
  const found = Object.keys(PICTURES).filter((file) => existsSync(path.join(folder, file)));
  return Object.fromEntries(
    found.map((file) => {
      const bytes = readBytes(folder, file, PICTURE_BYTES_MAX);
      const { width, height } = PICTURES[file] ?? { width: 0, height: 0 };
      const size = file.endsWith('.png') ? pngSize(bytes) : jpegSize(bytes);
      if (size?.width !== width || size.height !== height)
        throw new BrandError(
          `${file} is not a ${file.endsWith('.png') ? 'PNG' : 'JPEG'} of ${width} by ${height} pixels`,
        );
      return [file, bytes];
    }),
  );
}

/** Of a PNG: in its first chunk. */
const pngSize = (bytes: Buffer): Pixels | undefined =>
  bytes.length >= 24 && bytes.subarray(1, 4).toString('latin1') === 'PNG'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

/** Of a JPEG: in the header of its frame, baseline or progressive, behind segments that say how long they are. */
function jpegSize(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffc0 || marker === 0xffc2)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function readTexts(folder: string): BrandTexts {
  const place = path.join(folder, 'texts');
  if (!existsSync(place)) return {};
  const texts: Partial<Record<Language, BrandWords>> = {};
  for (const name of readdirSync(place).sort()) {
    const language = languageOfTag(path.basename(name, '.json'));
    if (language === undefined) continue;
    const file = `texts/${name}`;
    const given = readJson(folder, file);
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw new BrandError(`${file} is not an object`);
    for (const [key, value] of Object.entries(given)) {
      const problem = textProblem(language, key, value);
      if (problem !== undefined) throw new BrandError(`${file}: ${problem}`);
    }
    // Each key and value was checked just now.
    texts[language] = given as BrandWords;
  }
  return texts;
}

/** "Harbour & Co" as "HarbourCo"; a name without any such letter is "Exchange". */
const codeOf = (shortName: string): string =>
  shortName
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, CODE_LENGTH_MAX) || 'Exchange';
