import { expect, test } from 'vitest';
import { textsOf } from '../core/texts/texts.ts';
import { readTranslations, safeMarkdown } from './news-desk.ts';

test.each([
  ['[a](https://example.com)', '[a](https://example.com)'],
  ['[a](#/pages/help)', '[a](#/pages/help)'],
  ['[a](javascript:alert)', 'a'],
  ['[a](http://example.com)', 'a'],
  ['[a](data:text/html,x)', 'a'],
  ['![a](https://example.com/pixel.png)', 'a'],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<scr<b>ipt>alert(1)</scr</b>ipt>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<!-- hidden -->shown', 'shown'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['a\u202eb\u0000c', 'abc'],
  ['# Title\r\n\r\n- one', '# Title\n\n- one'],
  ['[a]\n\n[a]: javascript:alert(1)', '\\[a\\]\n\n\\[a\\]: javascript:alert(1)'],
  ['[a\nb](javascript:x)', '\\[a\nb\\](javascript:x)'],
  ['[a](javascript:f(1))', '\\[a\\](javascript:f(1))'],
  ['[a [b] c](javascript:f)', '\\[a \\[b\\] c\\](javascript:f)'],
])('%j becomes %j', (written, kept) => {
  expect(safeMarkdown(written)).toBe(kept);
});

test.each([
  'no json',
  '{}',
  '[]',
  '[{"lang":"jp","title":"t","summary":"","body":"b"}]',
  '[{"lang":"en","title":"","summary":"","body":"b"}]',
  '[{"lang":"xx","title":"t","summary":"","body":"b"}]',
  '[{"lang":"en","title":"t","summary":"","body":"b","role":"owner"}]',
  '[{"lang":"en","title":"t","summary":"","body":"b"},{"lang":"en","title":"u","summary":"","body":"b"}]',
])('%s is no article', (text) => {
  expect(() => readTranslations(text, textsOf('en'))).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

test.each(['[', '![', '](', '[a](', '<a', '<', '`', '*', '[a]: b\n'])(
  'Q19: %j over and over takes no longer than its length',
  (piece) => {
    const timeOf = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const runs = Array.from({ length: 3 }, () => {
        const startedAt = performance.now();
        safeMarkdown(text);
        return performance.now() - startedAt;
      });
      return Math.min(...runs);
    };
    expect(timeOf(50_000)).toBeLessThan(Math.max(timeOf(5_000), 2) * 100);
  },
);
