/**
 * What comes with the software and is longer than a sentence: a Markdown file a language in `apps/server/texts`, its title
 * and what else has a name at its head, between lines of three dashes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, plainTag } from '@fairlead/contract';

const FOLDER = path.resolve(import.meta.dirname, '../../../texts');
const HEAD = /^---\n(.*?)\n---\n\n/s;

/** A file of one language: "help/start.md". */
export const readText = (language: Language, name: string): string =>
  // A checkout may have brought other ends of lines.
  readFileSync(path.join(FOLDER, plainTag(language), name), 'utf8').replaceAll('\r\n', '\n');

/** As YAML has it: bare, or in double quotes where a colon would mislead. */
const unquoted = (text: string): string => (text.startsWith('"') ? String(JSON.parse(text)) : text);

/** Reads a file whose head has just these names; throws where it has others. */
export function readArticle<Name extends string>(
  language: Language,
  name: string,
  names: readonly Name[],
): Readonly<Record<Name | 'body', string>> {
  const text = readText(language, name);
  const head = HEAD.exec(text);
  const lines = (head?.[1] ?? '').split('\n').map((line) => /^(\w+): (.+)$/.exec(line) ?? []);
  const found = lines.map(([, key]) => key);
  if (head === null || `${found}` !== `${names}`)
    throw new Error(`${plainTag(language)}/${name} needs a head of ${names.join(', ')}`);
  const entries = lines.map(([, key = '', value = '']) => [key, unquoted(value)]);
  const body = text.slice(head[0].length).replace(/\n$/, '');
  // The names were compared just now.
  return Object.fromEntries([...entries, ['body', body]]) as Record<Name | 'body', string>;
}
