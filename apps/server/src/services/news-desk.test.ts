import { expect, test } from 'vitest';
import { readTranslations, safeMarkdown } from './news-desk.ts';
import { textsOf } from './texts.ts';

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
