import fc from 'fast-check';
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

describe('what an article may not become', () => {
  const spansOf = (body: string) => JSON.stringify(parseMarkdown(body));
  test.each([
    '<https://x.org>',
    '[a]\n\n[a]: javascript:alert(1)',
    '[a](JaVaScRiPt:alert(1))',
    '[a](<javascript:alert(1)>)',
    '&lt;b&gt;',
  ])('%s is no link and no picture', (body) => {
    expect(spansOf(body)).not.toMatch(/"kind":"(link|image|html)"/);
  });
  test('a picture is a link at most, which nobody loads', () => {
    expect(parseSpans('![a](https://x.org/pixel.png)')).toEqual([
      text('!'),
      { kind: 'link', text: 'a', href: 'https://x.org/pixel.png' },
    ]);
  });
  test('lists within lists, and what stands in a quote, become one', () => {
    expect(parseMarkdown('- a\n  - b\n- c\n\n> # d\n>\n> e')).toEqual([
      { kind: 'list', isOrdered: false, items: [[text('a')], [text('b')], [text('c')]] },
      { kind: 'quote', spans: [text('d e')] },
    ]);
  });
});

describe('Q19: the time grows with the text', () => {
  /** Of the best of some runs, ms: others' work on the machine only makes it longer. */
  function timeOf(body: string): number {
    const runs = Array.from({ length: 3 }, () => {
      const startedAt = performance.now();
      parseMarkdown(body);
      return performance.now() - startedAt;
    });
    return Math.min(...runs);
  }
  /** The cubic reader took 1,000 times as long for ten times the text, and seconds for 1,200 characters. */
  const isLinear = (piece: string): boolean => {
    const repeated = (length: number) => piece.repeat(Math.ceil(length / piece.length));
    const short = timeOf(repeated(2_000));
    return timeOf(repeated(20_000)) < Math.max(short, 2) * 100;
  };

  test.each([
    '`',
    '*',
    '_',
    '[',
    '](',
    '![',
    '[](',
    '**a',
    '*a_',
    '> ',
    '- ',
    '|',
    '|-',
    '|-|\n',
    '#',
    '# #',
    '```\n',
    '-',
    ' ',
    '\\',
    '1. ',
    '\n- ',
    ' -:',
    '[a](b',
    '<a',
    '  \n> - ',
  ])('%j over and over', (piece) => {
    expect(isLinear(piece)).toBe(true);
    expect(isLinear(`|a\n${piece}`)).toBe(true);
  });

  test('1,200 characters that hung a page', () => {
    // 62 s of a desktop machine with the reader of before.
    const body = `|\n${' '.repeat(400)}${'-'.repeat(400)}${' '.repeat(400)}x`;
    const startedAt = performance.now();
    parseMarkdown(body);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test('pieces of the grammar in any order', () => {
    const piece = fc.constantFrom(...'`*_[]()!<>|-#\n :\\1.a', '```', '](', '**', '\n> ', '\n- ');
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
    fc.assert(fc.property(pieces, isLinear), { seed: 19, numRuns: 150 });
  });
});
