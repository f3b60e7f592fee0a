/**
 * `npm run texts`: writes the list of parameters that types the app's texts, and says what is missing in which language.
 * English is what all others are held to. `npm run texts -- vi` looks at folders that have no line in the table of
 * packages/contract yet.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { COMING_TAGS, LANGUAGES, plainTag } from '@fairlead/contract/constants';
import {
  hongKongOf,
  MADE,
  type Messages,
  readMessages,
  SOURCE,
} from '../apps/web/message-files.ts';
import { parametersOf, pluralProblems, takenBy } from '../apps/web/test/icu.ts';
import { leftInEnglish, linesLeftInEnglish } from './languages.ts';

const root = path.resolve(import.meta.dirname, '..');
const ENGLISH = 'en';
/** A folder a language in each. */
const APP = 'apps/web/src/i18n';
const SERVER = 'apps/server/texts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Every text by its path: "common.title.home". */
function textsOf(tree: Messages, at = '', found = new Map<string, string>()) {
  for (const [key, value] of Object.entries(tree))
    if (typeof value === 'string') found.set(`${at}${key}`, value);
    else textsOf(value, `${at}${key}.`, found);
  return found;
}

/** What a text takes, short, as ICU writes it: the least that has the same type as the text. */
function shortened(text: string): string {
  const parameters = parametersOf(text).map((parameter) => parameter.split(':'));
  // The type of a choice is made of its cases.
  if (parameters.some(([, kind]) => kind === 'select')) return text;
  const short = parameters.map(([name, kind]) => {
    if (kind === 'tag') return `<${name}></${name}>`;
    return kind === 'value' ? `{${name}}` : `{${name}, ${kind === 'plural' ? 'number' : kind}}`;
  });
  return short.join(' ');
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** Of the app: "core" and the others. */
const partsOf = (tag: string): readonly string[] =>
  filesOf(`${APP}/${tag}`).map((file) => path.basename(file, '.json'));

/** File and content of the list of parameters. */
export function parameterList(): readonly [file: string, content: string] {
  const texts = partsOf(ENGLISH).flatMap((part) => [...textsOf(readMessages(ENGLISH, part))]);
  const lines = texts.flatMap(([key, text]) => {
    const short = shortened(text);
    return short === '' ? [] : [`  ${quoted(key)}: ${quoted(short)};`];
  });
  const content = [
    '/** Made by `npm run texts` from the English texts: what each that has parameters takes. Edit those. */',
    'export interface MessageParameters {',
    ...lines,
    '}',
    '',
  ].join('\n');
  return [`${APP}/parameters.generated.ts`, content];
}

/** Files below a folder, with slashes; none where there is no folder. */
function filesOf(folder: string): readonly string[] {
  const at = path.join(root, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(at, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** With their kind, as the app's types have them. */
const kinds = (text: string): string => takenBy(text).join(', ') || 'nothing';
/** The server's are numbers or text as each language needs it: not all have plurals. */
const names = (text: string): string => kinds(text).replaceAll(/:\w+/g, '');

/** What a catalogue lacks, has beside, or says with other parameters. */
export function differencesOfMessages(
  own: Messages,
  english: Messages,
  takes: (text: string) => string = kinds,
): string[] {
  const texts = textsOf(own);
  const wanted = textsOf(english);
  const missing = [...wanted.keys()].filter((key) => !texts.has(key));
  const beside = [...texts.keys()].filter((key) => !wanted.has(key));
  const other = [...wanted].flatMap(([key, text]) => {
    const said = texts.get(key);
    return said === undefined || takes(said) === takes(text)
      ? []
      : [`: ${key} takes ${takes(said)}, English takes ${takes(text)}`];
  });
  return [
    ...missing.map((key) => ` has no ${key}`),
    ...beside.map((key) => ` has ${key}, which English has not`),
    ...other,
  ];
}

/** Plurals that lack a form of the language. */
const wrongPlurals = (messages: Messages, tag: string): string[] =>
  [...textsOf(messages)].flatMap(([key, text]) =>
    pluralProblems(text, tag).map((problem) => `: ${key}: ${problem}`),
  );

/** What is English in another language. */
const leftOver = (own: Messages, english: Messages, tag: string): string[] =>
  tag === ENGLISH
    ? []
    : leftInEnglish(textsOf(own), textsOf(english), tag).map(
        (key) => `: ${key} is still English; if that is right, tools/languages/${tag}.json says so`,
      );

/** Texts that a language has in the words of English. */
export function sharedTexts(tag: string): ReadonlySet<string> {
  const server = (of: string): Messages => JSON.parse(read(`${SERVER}/${of}/messages.json`));
  const parts = partsOf(tag).map((part) => [readMessages(tag, part), readMessages(ENGLISH, part)]);
  const hasServer = existsSync(path.join(root, SERVER, tag, 'messages.json'));
  const both = [...parts, ...(hasServer ? [[server(tag), server(ENGLISH)]] : [])];
  return new Set(
    both.flatMap(([own = {}, english = {}]) => {
      const wanted = textsOf(english);
      return [...textsOf(own)]
        .filter(([key, text]) => wanted.get(key) === text)
        .map(([, text]) => text);
    }),
  );
}

/** What holds an article together. */
const ARTICLE: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'names in its head': (text) =>
    (/^---\n(.*?)\n---\n/s.exec(text)?.[1] ?? '')
      .split('\n')
      .map((line) => line.split(':', 1)[0] ?? ''),
  headings: (text) => text.match(/^#+(?= )/gm) ?? [],
  links: (text) => text.match(/(?<=\]\()[^)]+/g) ?? [],
  'rows of tables': (text) => text.match(/^\|/gm) ?? [],
};

export function differencesOfArticle(own: string, english: string): string[] {
  const listed = (list: readonly string[]) => list.toSorted().join(' ') || 'none';
  return Object.entries(ARTICLE).flatMap(([what, partsOf]) => {
    const [found, wanted] = [listed(partsOf(own)), listed(partsOf(english))];
    return found === wanted ? [] : [` has other ${what} than English: ${found}, not ${wanted}`];
  });
}

/** Texts of Hong Kong's own that are what would be made anyway. */
function needless(part: string): string[] {
  const own = textsOf(JSON.parse(read(`${APP}/${MADE}/${part}.json`)) as Messages);
  const source = textsOf(readMessages(SOURCE, part));
  return [...own]
    .filter(([key, text]) => hongKongOf(source.get(key) ?? '') === text)
    .map(([key]) => `: ${key} is what ${SOURCE} makes; leave it out`);
}

function differences(folder: string, tag: string, file: string): string[] {
  const own = `${folder}/${tag}/${file}`;
  const english = `${folder}/${ENGLISH}/${file}`;
  if (file.endsWith('.md'))
    return [
      ...differencesOfArticle(read(own), read(english)),
      ...(tag === ENGLISH ? [] : linesLeftInEnglish(read(own), read(english))).map(
        (line) => `: is still English: ${line}`,
      ),
    ];
  if (folder === SERVER) {
    const messages: Messages = JSON.parse(read(own));
    return [
      ...differencesOfMessages(messages, JSON.parse(read(english)), names),
      ...wrongPlurals(messages, tag),
      ...leftOver(messages, JSON.parse(read(english)), tag),
    ];
  }
  const part = path.basename(file, '.json');
  const found = differencesOfMessages(readMessages(tag, part), readMessages(ENGLISH, part));
  const plurals = wrongPlurals(readMessages(tag, part), tag);
  const left = leftOver(readMessages(tag, part), readMessages(ENGLISH, part), tag);
  return [...found, ...plurals, ...left, ...(tag === MADE ? needless(part) : [])];
}

/** Where a language has a line of its own, which also says whether it is offered. */
const TABLE = 'packages/contract/src/wire/constants.ts';

/** What a language lacks or has too much, a line each: "vi: help/deposits.md is missing". */
export function problemsOf(tag: string): readonly string[] {
  const isKnown = [...LANGUAGES.map(plainTag), ...COMING_TAGS].includes(tag);
  const files = [APP, SERVER].flatMap((folder) => {
    const own = filesOf(`${folder}/${tag}`);
    const wanted = filesOf(`${folder}/${ENGLISH}`);
    const at = (file: string) => `${tag}: ${folder}/${tag}/${file}`;
    return [
      ...wanted.filter((file) => !own.includes(file)).map((file) => `${at(file)} is missing`),
      ...own
        .filter((file) => !wanted.includes(file))
        .map((file) => `${at(file)} is not there in English`),
      ...own
        .filter((file) => wanted.includes(file))
        .flatMap((file) => differences(folder, tag, file).map((what) => `${at(file)}${what}`)),
    ];
  });
  return isKnown ? files : [`${tag}: ${TABLE} has no line of it`, ...files];
}

if (process.argv[1] === import.meta.filename) {
  const [file, content] = parameterList();
  writeFileSync(path.join(root, file), content);
  const tags = process.argv.length > 2 ? process.argv.slice(2) : LANGUAGES.map(plainTag);
  const problems = tags.flatMap(problemsOf);
  const report = problems.length === 0 ? [`${tags.join(', ')}: complete`] : problems;
  process.stdout.write(`${report.join('\n')}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
