/** Code blocks of the pages for operators: each is run, or checked in another way. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './image.ts';

export interface Block {
  readonly page: string;
  /** The nearest heading above. */
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let open: { readonly language: string; readonly lines: string[] } | undefined;
  for (const line of readFileSync(path.join(root, page), 'utf8').split('\n')) {
    const fence = /^ *```(\w*)/.exec(line);
    if (fence === null) {
      if (open !== undefined) open.lines.push(line);
      else if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
      continue;
    }
    if (open === undefined) open = { language: fence[1] ?? '', lines: [] };
    else {
      blocks.push({ page, heading, language: open.language, text: `${open.lines.join('\n')}\n` });
      open = undefined;
    }
  }
  return blocks;
}

/** The commands of a section, in order. */
export function commandsUnder(page: string, heading: string): string[] {
  const found = blocksOf(page)
    .filter((block) => block.heading === heading && block.language === 'sh')
    .map(({ text }) => text);
  if (found.length === 0) throw new Error(`${page} has no commands under "${heading}"`);
  return found;
}
