/** What is made of the table of settings: the tables of configure.md and signer.md, and `.env.example`. */
import { SECTIONS, SETTINGS } from '../apps/server/src/core/config/settings.ts';

type Section = keyof typeof SECTIONS;

const TITLES: Readonly<Record<Section, string>> = {
  listening: 'Where it listens, what it stores',
  mode: 'Demo or real',
  prices: 'Prices',
  people: 'People',
  chains: 'Chains (docs/operating/signer.md)',
  secrets: 'Secrets, logs, figures',
};
const END = '<!-- End of what is made. -->';
const begin = (what: string): string =>
  `<!-- Made by \`npm run reference\` from the table of settings: ${what}. Edit that. -->`;

/** A page with each of its tables made anew. */
export function withSettings(page: string): string {
  const sections = Object.keys(SECTIONS) as Section[];
  return sections.reduce(
    (text, section) => withPart(text, section, tableOf(section)),
    withPart(page, 'secrets from files', secretNames()),
  );
}

function withPart(page: string, what: string, content: string): string {
  const from = page.indexOf(begin(what));
  if (from < 0) return page;
  const to = page.indexOf(END, from);
  if (to < 0) throw new Error(`the table of ${what} has no end`);
  return `${page.slice(0, from)}${begin(what)}\n\n${content}\n\n${page.slice(to)}`;
}

function tableOf(section: Section): string {
  const rows = Object.entries(SECTIONS[section]).map(
    ([name, { meaning, otherwise }]) => `| \`${name}\` | ${meaning} | ${otherwise} |`,
  );
  return ['| setting | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

function secretNames(): string {
  return Object.entries(SETTINGS)
    .filter(([, { isSecret }]) => isSecret)
    .map(([name]) => `\`${name}\``)
    .sort()
    .join(', ');
}

/** Every setting as a comment, with what holds without it. */
export function environmentExample(): string {
  const sections = Object.entries(SECTIONS).map(([section, settings]) =>
    [
      `# ${TITLES[section as Section]}`,
      ...Object.entries(settings).flatMap(([name, { meaning, otherwise }]) => [
        '',
        ...wrapped(plain(meaning)),
        ...(isValue(otherwise) ? [] : [`# Default: ${plain(otherwise) || 'there is none'}`]),
        `#${name}=${isValue(otherwise) ? otherwise.slice(1, -1) : ''}`,
      ]),
    ].join('\n'),
  );
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

const HEAD = [
  '# Made by `npm run reference` from the table of settings. Copy it to `.env` and take away the # of what you set;',
  '# docs/operating/configure.md says more.',
].join('\n');

const isValue = (otherwise: string): boolean => /^`[^`]+`$/.test(otherwise);

/** Without the marks of Markdown. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/`|\*\*/g, '')
    .replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());

const WIDTH = 110;

function wrapped(text: string): string[] {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '#';
    if (line.length + word.length >= WIDTH) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
