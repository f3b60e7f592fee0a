import { describe, expect, test } from 'vitest';
import { parseMarkdown, parseSpans } from './markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('spans', () => {
  test('strong, emphasis, code and links', () => {
    expect(parseSpans('A **b** and *c* with `d` in [e](https://x.org/f).')).toEqual([
      text('A '),
      { kind: 'strong', text: 'b' },
      text(' and '),
      { kind: 'emphasis', text: 'c' },
      text(' with '),
      { kind: 'code', text: 'd' },
      text(' in '),
      { kind: 'link', text: 'e', href: 'https://x.org/f' },
      text('.'),
    ]);
  });
  test.each(['javascript:alert(1)', 'http://x.org', 'data:text/html,x', '//x.org'])(
    'a link to %s stays text',
    (href) => {
      expect(parseSpans(`[e](${href})`).every((span) => span.kind !== 'link')).toBe(true);
    },
  );
  test('a link within the app is a link', () => {
    expect(parseSpans('[Help](#/pages/help/center/center)')).toEqual([
      { kind: 'link', text: 'Help', href: '#/pages/help/center/center' },
    ]);
  });
  test('an underscore inside a word is a letter', () => {
    expect(parseSpans('post_only and_more')).toEqual([text('post_only and_more')]);
  });
  test('HTML stays text', () => {
    expect(parseSpans('<script>alert(1)</script>')).toEqual([text('<script>alert(1)</script>')]);
  });
});

describe('blocks', () => {
  test('lines of a paragraph are joined, a blank line ends it', () => {
    expect(parseMarkdown('One\ntwo\n\nthree')).toEqual([
      { kind: 'paragraph', spans: [text('One two')] },
      { kind: 'paragraph', spans: [text('three')] },
    ]);
  });
  test('headings, lists, quotes, rules, code', () => {
    const blocks = parseMarkdown('## T\n- a\n  more\n- b\n1. c\n> q\n> r\n---\n```\nx\n\ny\n```');
    expect(blocks).toEqual([
      { kind: 'heading', level: 2, spans: [text('T')] },
      { kind: 'list', isOrdered: false, items: [[text('a more')], [text('b')]] },
      { kind: 'list', isOrdered: true, items: [[text('c')]] },
      { kind: 'quote', spans: [text('q r')] },
      { kind: 'rule' },
      { kind: 'code', text: 'x\n\ny' },
    ]);
  });
  test('a table', () => {
    expect(parseMarkdown('| a | b |\n|---|--:|\n| 1 | 2 |')).toEqual([
      { kind: 'table', head: [[text('a')], [text('b')]], rows: [[[text('1')], [text('2')]]] },
    ]);
  });
  test('an open fence and an empty text end', () => {
    expect(parseMarkdown('```\nx')).toEqual([{ kind: 'code', text: 'x' }]);
    expect(parseMarkdown('')).toEqual([]);
  });
});
