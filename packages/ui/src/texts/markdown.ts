/**
 * The part of Markdown that announcements and help articles use, as a tree of blocks and spans: markdown-it reads it,
 * in time that grows with the text and no faster. Never HTML: what is not named here stays text, so an article cannot
 * bring a script or a picture from elsewhere.
 */
import MarkdownIt, { type Token } from 'markdown-it';

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

/** Only what is named: no HTML, pictures, references or links that nobody wrote as such. */
const reader = new MarkdownIt('zero', { html: false, linkify: false, maxNesting: 20 }).enable([
  'blockquote',
  'fence',
  'heading',
  'hr',
  'list',
  'table',
  'backticks',
  'emphasis',
  'escape',
  'link',
  'newline',
]);

/** Links lead to pages of this app or to https; anything else stays text. */
reader.validateLink = (href) => href.startsWith('#/') || href.startsWith('https://');
// A link as it was written: an address is not made nicer to look at.
reader.normalizeLink = (href) => href;

/** One line's spans. */
export function parseSpans(line: string): readonly Span[] {
  return spansOf(reader.parseInline(line, {})[0]?.children ?? []);
}

function spansOf(tokens: readonly Token[]): Span[] {
  const spans: Span[] = [];
  const open: ('strong' | 'emphasis')[] = [];
  let href: string | undefined;
  for (const token of tokens) {
    if (token.type === 'link_open') href = String(token.attrGet('href') ?? '');
    else if (token.type === 'link_close') href = undefined;
    else if (token.type === 'strong_open') open.push('strong');
    else if (token.type === 'em_open') open.push('emphasis');
    else if (token.type === 'strong_close' || token.type === 'em_close') open.pop();
    else add(spans, spanOf(token, open.at(-1), href));
  }
  return spans;
}

function spanOf(
  { type, content }: Token,
  marked: 'strong' | 'emphasis' | undefined,
  href: string | undefined,
): Span {
  const text = type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
  if (href !== undefined) return { kind: 'link', text, href };
  return { kind: type === 'code_inline' ? 'code' : (marked ?? 'text'), text };
}

/** What belongs together is one span: a link's words, a text around what was no mark after all. */
function add(spans: Span[], span: Span): void {
  if (span.text === '') return;
  const last = spans.at(-1);
  const isOn =
    last !== undefined &&
    last.kind === span.kind &&
    last.kind !== 'code' &&
    (last.kind === 'link' ? last.href : '') === (span.kind === 'link' ? span.href : '');
  if (isOn) spans[spans.length - 1] = { ...last, text: last.text + span.text };
  else spans.push(span);
}

/** Collects the blocks of an article. Lists within lists, and whatever stands in a quote, become one. */
class Blocks {
  readonly found: Block[] = [];
  #list: { isOrdered: boolean; items: Span[][]; depth: number } | undefined;
  #quote: { spans: Span[]; depth: number } | undefined;
  #table: { head: Span[][]; rows: Span[][][]; isHead: boolean } | undefined;
  #heading: 2 | 3 | undefined;

  take(token: Token): void {
    const { type } = token;
    if (type === 'inline') this.#text(spansOf(token.children ?? []));
    else if (type === 'heading_open') this.#heading = token.tag <= 'h2' ? 2 : 3;
    else if (type === 'heading_close') this.#heading = undefined;
    else if (type === 'bullet_list_open' || type === 'ordered_list_open')
      this.#openList(type === 'ordered_list_open');
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') this.#closeList();
    else if (type === 'list_item_open') this.#list?.items.push([]);
    else if (type === 'blockquote_open') this.#openQuote();
    else if (type === 'blockquote_close') this.#closeQuote();
    else if (type === 'fence') this.#code(token.content.replace(/\n$/, ''));
    else if (type === 'hr' && this.#isOutside) this.found.push({ kind: 'rule' });
    else this.#takeTable(type);
  }

  get #isOutside(): boolean {
    return this.#list === undefined && this.#quote === undefined;
  }

  #takeTable(type: string): void {
    if (type === 'table_open') this.#table = { head: [], rows: [], isHead: true };
    else if (this.#table === undefined) return;
    else if (type === 'tbody_open') this.#table.isHead = false;
    else if (type === 'tr_open' && !this.#table.isHead) this.#table.rows.push([]);
    else if (type === 'table_close') {
      const { head, rows } = this.#table;
      this.#table = undefined;
      if (this.#isOutside) this.found.push({ kind: 'table', head, rows });
      else for (const cell of [head, ...rows].flat()) this.#text(cell);
    }
  }

  #text(spans: readonly Span[]): void {
    if (this.#table !== undefined) {
      const { isHead, head, rows } = this.#table;
      (isHead ? head : rows.at(-1))?.push([...spans]);
      return;
    }
    const into = this.#list?.items.at(-1) ?? this.#quote?.spans;
    if (into !== undefined) {
      if (into.length > 0 && spans.length > 0) add(into, { kind: 'text', text: ' ' });
      for (const span of spans) add(into, span);
    } else if (this.#heading !== undefined)
      this.found.push({ kind: 'heading', level: this.#heading, spans });
    else this.found.push({ kind: 'paragraph', spans });
  }

  #code(text: string): void {
    if (this.#isOutside) this.found.push({ kind: 'code', text });
    else this.#text([{ kind: 'code', text }]);
  }

  #openList(isOrdered: boolean): void {
    this.#list ??= { isOrdered, items: [], depth: 0 };
    this.#list.depth += 1;
  }

  #closeList(): void {
    if (this.#list === undefined) return;
    this.#list.depth -= 1;
    if (this.#list.depth > 0) return;
    const { isOrdered, items } = this.#list;
    this.#list = undefined;
    if (this.#quote === undefined) this.found.push({ kind: 'list', isOrdered, items });
    else for (const item of items) this.#text(item);
  }

  #openQuote(): void {
    this.#quote ??= { spans: [], depth: 0 };
    this.#quote.depth += 1;
  }

  #closeQuote(): void {
    if (this.#quote === undefined) return;
    this.#quote.depth -= 1;
    if (this.#quote.depth > 0) return;
    const { spans } = this.#quote;
    this.#quote = undefined;
    if (this.#list === undefined) this.found.push({ kind: 'quote', spans });
    else this.#text(spans);
  }
}

/** An article's blocks, in order. */
export function parseMarkdown(text: string): readonly Block[] {
  const blocks = new Blocks();
  for (const token of reader.parse(text, {})) blocks.take(token);
  return blocks.found;
}
