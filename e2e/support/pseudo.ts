/**
 * A language for tests, never shipped: the app's English texts in Arabic letters, written from right to left. What it shows
 * of English did not come from a catalogue, and how screens look in a mirror is seen without a translation.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { compileTree } from '../../apps/web/compile-messages.ts';
import { type Messages, readMessages } from '../../apps/web/message-files.ts';

const DIST = path.resolve(import.meta.dirname, '../../apps/web/dist');
const LETTERS = [...'ابتثجحخدذرزسشصضطظعغفقكلمني'];

const mirrored = (text: string): string =>
  text.replaceAll(
    /[a-z]/gi,
    (letter) => LETTERS[letter.toLowerCase().charCodeAt(0) - 97] ?? letter,
  );

interface Reader {
  readonly text: string;
  at: number;
}

/** Of an argument everything stays but what its cases say. */
function argument(reader: Reader): string {
  let said = '{';
  reader.at += 1;
  while (reader.text[reader.at] !== '}') {
    if (reader.text[reader.at] === '{') {
      reader.at += 1;
      said += `{${message(reader)}}`;
    } else said += reader.text[reader.at];
    reader.at += 1;
  }
  return `${said}}`;
}

/** Up to its end, or to the brace that ends its case. */
function message(reader: Reader): string {
  let said = '';
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    const tag = /^<\/?\w+>/.exec(reader.text.slice(reader.at))?.[0];
    if (tag !== undefined) said += tag;
    else
      said +=
        reader.text[reader.at] === '{' ? argument(reader) : mirrored(reader.text[reader.at] ?? '');
    reader.at += tag?.length ?? 1;
  }
  return said;
}

/** A text of a catalogue; what stands for values stays. */
export const pseudo = (text: string): string => message({ text, at: 0 });

const pseudoTree = (tree: Messages): Messages =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudo(value) : pseudoTree(value),
    ]),
  );

/** From now on the page reads other texts than the English ones. To be called before the page is opened. */
export async function speak(page: Page, textsOf: (part: string) => Messages): Promise<void> {
  const manifest: Record<string, { readonly file: string }> = JSON.parse(
    readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'),
  );
  for (const [source, { file }] of Object.entries(manifest)) {
    const part = /^src\/i18n\/en\/(\w+)\.json$/.exec(source)?.[1];
    if (part === undefined) continue;
    const json = JSON.stringify(JSON.stringify(compileTree(textsOf(part))));
    const body = `export default JSON.parse(${json})`;
    await page.route(`**/${file}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
  }
}

/** From now on the page's English is the made-up one. To be called before the page is opened. */
export async function speakPseudo(page: Page): Promise<void> {
  await speak(page, (part) => pseudoTree(readMessages('en', part)));
  await page.addInitScript(() => {
    // As boot.js and the app set it of a language that runs so.
    new MutationObserver(() => {
      if (document.documentElement?.dir === 'ltr') document.documentElement.dir = 'rtl';
    }).observe(document, { attributes: true, attributeFilter: ['dir'], subtree: true });
  });
}
