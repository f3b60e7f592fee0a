import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Block, Span } from './markdown.ts';

type Reader = (body: string) => readonly Block[];

/** What reads articles brings 40 kB that no first paint needs: it comes with the first article. */
let loaded: Reader | undefined;
const load = async (): Promise<Reader> => {
  loaded ??= (await import('./markdown.ts')).parseMarkdown;
  return loaded;
};
/** Without it an article is still its words. */
const asWritten: Reader = (body) =>
  body
    .split('\n\n')
    .map((text) => ({ kind: 'paragraph', spans: [{ kind: 'text', text }] }) as const);

function useReader(): Reader | undefined {
  const [reader, setReader] = useState<Reader | undefined>(() => loaded);
  useEffect(() => {
    let isHere = true;
    const take = (next: Reader) => isHere && setReader(() => next);
    if (loaded === undefined) load().then(take, () => take(asWritten));
    return () => {
      isHere = false;
    };
  }, []);
  return reader;
}

/** An article's text from Markdown, never as HTML. Blocks never move, so their place is their key. */
export function Article({ body }: { body: string }) {
  const read = useReader();
  const blocks = useMemo(() => read?.(body) ?? [], [read, body]);
  return (
    <div className="fl-article" aria-busy={read === undefined}>
      {blocks.map(keyed((block) => <BlockView block={block} />))}
    </div>
  );
}

const keyed =
  <Item,>(show: (item: Item) => ReactNode) =>
  (item: Item, index: number) => <Fragment key={`${index}`}>{show(item)}</Fragment>;

const Spans = ({ spans }: { spans: readonly Span[] }) => spans.map(keyed(spanView));

function spanView(span: Span): ReactNode {
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'strong':
      return <strong>{span.text}</strong>;
    case 'emphasis':
      return <em>{span.text}</em>;
    case 'code':
      return <code>{span.text}</code>;
    case 'link':
      return span.href.startsWith('#') ? (
        <a href={span.href}>{span.text}</a>
      ) : (
        <a href={span.href} target="_blank" rel="noopener noreferrer nofollow">
          {span.text}
        </a>
      );
  }
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading>
          <Spans spans={block.spans} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Spans spans={block.spans} />
        </blockquote>
      );
    case 'code':
      return <pre>{block.text}</pre>;
    case 'rule':
      return <hr />;
    case 'list': {
      const ListTag = block.isOrdered ? 'ol' : 'ul';
      return (
        <ListTag>
          {block.items.map(
            keyed((item) => (
              <li>
                <Spans spans={item} />
              </li>
            )),
          )}
        </ListTag>
      );
    }
    case 'table':
      return <TableView block={block} />;
  }
}

function TableView({ block }: { block: Extract<Block, { kind: 'table' }> }) {
  return (
    <div className="overflow-x-auto">
      <table>
        <thead>
          <tr>
            {block.head.map(
              keyed((cell) => (
                <th>
                  <Spans spans={cell} />
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {block.rows.map(
            keyed((row) => (
              <tr>
                {row.map(
                  keyed((cell) => (
                    <td>
                      <Spans spans={cell} />
                    </td>
                  )),
                )}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
