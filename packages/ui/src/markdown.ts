/**
 * The part of Markdown that announcements and help articles use, as a tree of blocks and spans. Never HTML:
 * what it does not know stays text, so an article cannot bring a script or a picture from elsewhere.
 */

export type Span =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly spans: readonly Span[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Span[])[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Span[])[];
      readonly rows: readonly (readonly (readonly Span[])[])[];
    };

const SPAN = /\[([^\]\n]+)\]\(([^()\s]+)\)|\*\*([^*\n]+)\*\*|`([^`\n]+)`|[*_]([^*_\n]+)[*_]/g;

/** Links lead to pages of this app or to https; anything else stays text. */
const isSafeLink = (href: string): boolean => /^(#\/|https:\/\/)/.test(href);

/** One line's spans. */
export function parseSpans(line: string): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(SPAN)) {
    const [whole, label, href, strong, code, emphasis] = match;
    const isWord = emphasis !== undefined && /\w/.test(line[match.index - 1] ?? ' ');
    if (isWord || (href !== undefined && !isSafeLink(href))) continue;
    if (match.index > from) spans.push({ kind: 'text', text: line.slice(from, match.index) });
    if (label !== undefined && href !== undefined) spans.push({ kind: 'link', text: label, href });
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else if (code !== undefined) spans.push({ kind: 'code', text: code });
    else spans.push({ kind: 'emphasis', text: emphasis ?? '' });
    from = match.index + whole.length;
  }
  if (from < line.length) spans.push({ kind: 'text', text: line.slice(from) });
  return spans;
}

const BULLET = /^\s*[-*+]\s+(.*)$/;
const NUMBER = /^\s*\d{1,3}[.)]\s+(.*)$/;
const FENCE = /^```/;

/** How many lines from `start` hold `test`; at least 0. */
function runLength(
  lines: readonly string[],
  start: number,
  test: (line: string) => boolean,
): number {
  let count = 0;
  while (start + count < lines.length && test(lines[start + count] ?? '')) count += 1;
  return count;
}

const cells = (line: string): readonly (readonly Span[])[] =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => parseSpans(cell.trim()));

const isTableHead = (lines: readonly string[], at: number): boolean =>
  /\|/.test(lines[at] ?? '') && /^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/.test(lines[at + 1] ?? '');

const startsBlock = (line: string): boolean =>
  line.trim() === '' ||
  /^(#{1,6}\s|>|```|---+\s*$)/.test(line) ||
  BULLET.test(line) ||
  NUMBER.test(line);

interface Taken {
  readonly block: Block | undefined;
  /** Lines used, at least one. */
  readonly count: number;
}

function takeList(lines: readonly string[], at: number, pattern: RegExp): Taken {
  const items: string[] = [];
  let count = 0;
  for (const line of lines.slice(at)) {
    const item = pattern.exec(line)?.[1];
    if (item !== undefined) items.push(item);
    // An indented line continues the item above it.
    else if (/^\s+\S/.test(line) && items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
    else break;
    count += 1;
  }
  const block = {
    kind: 'list',
    isOrdered: pattern === NUMBER,
    items: items.map(parseSpans),
  } as const;
  return { block, count };
}

function takeFence(lines: readonly string[], at: number): Taken {
  const count = runLength(lines, at + 1, (line) => !FENCE.test(line));
  const text = lines.slice(at + 1, at + 1 + count).join('\n');
  return { block: { kind: 'code', text }, count: count + 2 };
}

function takeTable(lines: readonly string[], at: number): Taken {
  const count = runLength(lines, at + 2, (line) => /\|/.test(line));
  const rows = lines.slice(at + 2, at + 2 + count).map(cells);
  return { block: { kind: 'table', head: cells(lines[at] ?? ''), rows }, count: count + 2 };
}

function takeBlock(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, count: 1 };
  const heading = /^(#{1,6})\s+(.*?)#*\s*$/.exec(line);
  if (heading?.[1] !== undefined) {
    const level = heading[1].length <= 2 ? 2 : 3;
    return { block: { kind: 'heading', level, spans: parseSpans(heading[2] ?? '') }, count: 1 };
  }
  if (FENCE.test(line)) return takeFence(lines, at);
  if (/^---+\s*$/.test(line)) return { block: { kind: 'rule' }, count: 1 };
  if (BULLET.test(line)) return takeList(lines, at, BULLET);
  if (NUMBER.test(line)) return takeList(lines, at, NUMBER);
  if (isTableHead(lines, at)) return takeTable(lines, at);
  const isQuote = line.startsWith('>');
  const more = isQuote
    ? runLength(lines, at, (next) => next.startsWith('>'))
    : 1 + runLength(lines, at + 1, (next) => !startsBlock(next));
  const text = lines
    .slice(at, at + more)
    .map((part) => part.replace(/^>\s?/, '').trim())
    .join(' ');
  return { block: { kind: isQuote ? 'quote' : 'paragraph', spans: parseSpans(text) }, count: more };
}

/** An article's blocks, in order. */
export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, count } = takeBlock(lines, at);
    if (block !== undefined) blocks.push(block);
    at += count;
  }
  return blocks;
}
