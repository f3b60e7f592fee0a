/**
 * The files that wear a brand, made at the start: the stylesheet with its colours and mark, icons, and of a built app the page,
 * the manifest and the worker, which are the build's but for the name. All from one brand, so that nothing of another is
 * ever seen between two answers.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PRODUCT } from '@fairlead/contract';
import { accentTokens, THEMES } from './accent.ts';
import type { Brand } from './brand.ts';
import { appWords } from './texts.ts';

export interface WornFile {
  readonly type: string;
  readonly body: Buffer;
  /** Strong, of the body. */
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};
const VERSION_DIGITS = 16;

const digestOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, VERSION_DIGITS * 2);
};

/**
 * By address below the app's own: "index.html", "icon-180.png". `folder` is where the built app lies; `strip` is what its page
 * says of test funds, by the key of the app's texts.
 */
export function wornFiles(
  brand: Brand,
  icons: ReadonlyMap<string, Buffer>,
  { folder, strip }: { readonly folder: string; readonly strip: string | undefined },
): ReadonlyMap<string, WornFile> {
  const files = new Map<string, Buffer>([
    ['brand.css', Buffer.from(stylesheet(brand))],
    ['icon.svg', Buffer.from(brand.icon)],
  ]);
  const built = (name: string): string | undefined => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const [page, manifest, worker] = ['index.html', 'manifest.webmanifest', 'service-worker.js'].map(
    built,
  );
  if (page !== undefined) files.set('index.html', Buffer.from(wornPage(page, brand, strip)));
  if (manifest !== undefined) {
    files.set('manifest.webmanifest', Buffer.from(wornManifest(manifest, brand)));
    for (const [name, picture] of [...icons, ...Object.entries(brand.pictures)])
      files.set(name, picture);
  }
  if (worker !== undefined) {
    // Another brand is another version of the app: the worker keeps both apart, and offers the new one.
    const version = digestOf(...files.values()).slice(0, VERSION_DIGITS);
    const words = JSON.stringify({ name: brand.name, version });
    files.set('service-worker.js', Buffer.from(`self.brand=${words};\n${worker}`));
  }
  return new Map(
    [...files].map(([name, body]) => {
      const type = TYPES[path.extname(name).slice(1)] ?? 'application/octet-stream';
      return [name, { type, body, etag: `"${digestOf(body)}"` }];
    }),
  );
}

/** Colours and mark of both themes; what each token is for, packages/ui/src/styles/tokens.css says. */
function stylesheet(brand: Brand): string {
  const rules = THEMES.flatMap((theme) => {
    const tokens = accentTokens(brand.accent, theme);
    const root = theme === 'dark' ? `:root,[data-theme="dark"]` : `[data-theme="light"]`;
    const scope = theme === 'dark' ? '' : `${root} `;
    const check = `url("${svgUri(checkMark(tokens['on-brand']))}")`;
    const list = Object.entries({ ...tokens, 'brand-check': check })
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
    const mark = `background-image:url("${svgUri(brand.logo[theme])}")`;
    return [`${root}{${list}}`, `${scope}.fl-logo-mark{${mark}}`];
  });
  return `${rules.join('\n')}\n`;
}

const checkMark = (colour: string): string =>
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='${colour}' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'><path d='M5 12.5l4.5 4.5L19 7.5'/></svg>`;

/** Only what a quoted url() cannot hold is escaped: it compresses better than base64. */
export const svgUri = (svg: string): string =>
  `data:image/svg+xml,${svg
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/["%#<>\\\u0080-\uffff]/gu, (character) => encodeURIComponent(character))}`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** What the app reads of its brand before anything is asked of the server (packages/calls/src/brand.ts). */
const pageWords = ({ name, shortName, code, texts }: Brand): string =>
  JSON.stringify({ name, shortName, code, texts: appWords(texts) });

/** The page under the brand's name: in the build it says ours, and says it for nothing else. */
function wornPage(page: string, brand: Brand, strip: string | undefined): string {
  const description = brand.texts.en?.description;
  const named = page.replaceAll(PRODUCT, () => escapeMarkup(brand.name));
  const described =
    description === undefined
      ? named
      : named.replace(
          /(<meta\s+name="description"\s+content=")[^"]*/,
          (_, head) => `${head}${escapeMarkup(description)}`,
        );
  const said = { brand: pageWords(brand), ...(strip !== undefined && { strip }) };
  const metas = Object.entries(said).map(
    ([name, content]) => `\n    <meta name="${name}" content="${escapeMarkup(content)}">`,
  );
  return described.replace('</title>', () => `</title>${metas.join('')}`);
}

interface Manifest {
  readonly screenshots?: readonly { readonly src: string }[];
  readonly [name: string]: unknown;
}

function wornManifest(text: string, { name, shortName, texts, pictures }: Brand): string {
  const manifest = JSON.parse(text) as Manifest;
  const { screenshots = [], ...rest } = manifest;
  const shown = screenshots.filter(({ src }) => Object.hasOwn(pictures, src));
  const description = texts.en?.description;
  return JSON.stringify({
    ...rest,
    name,
    short_name: shortName,
    ...(description !== undefined && { description }),
    ...(shown.length > 0 && { screenshots: shown }),
  });
}
