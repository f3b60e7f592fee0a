/**
 * Pages run in the direction of their language: styles speak of the start and the end of a line. Left and right are for
 * charts, for what is placed by a pointer, and for the console, which is English, where a list says so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, plainTag, textDirectionOf } from '@fairlead/contract/constants';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const ROOMS = ['packages/ui/src', 'apps/web/src', 'apps/console/src'];

const filesOf = (end: RegExp): readonly string[] =>
  ROOMS.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && end.test(entry.name) && !entry.name.includes('.test.'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );

/** What names a side, or gives both sides different lengths by their order: `padding: 0 8px 0 6px`. */
const PHYSICAL_STYLE =
  /(?:^|[\s{;])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius|float|clear)\s*:|text-align:\s*(?:left|right)|transform-origin:\s*(?:left|right)/m;
const FOUR_SIDES =
  /(?:margin|padding|inset):\s*((?:[^;\s()]|\([^;]*?\)\)?)+(?:\s+(?:[^;\s()]|\([^;]*?\)\)?)+){3});/g;

/** Styles of the console that stand beside its English words. */
const CONSOLE = /^apps\/console\//;

const PHYSICAL_CLASS =
  /(?<![\w-])-?(?:(?:ml|mr|pl|pr|scroll-ml|scroll-mr|scroll-pl|scroll-pr|left|right|rounded-(?:l|r|tl|tr|bl|br))-(?=[\d[(]|px\b|auto\b|full\b)|text-(?:left|right)(?![\w-])|float-|clear-|border-[lr](?!\w)|origin-(?:left|right)|space-x-|translate-x-)/;
const PHYSICAL_INLINE =
  /\b(?:marginLeft|marginRight|paddingLeft|paddingRight|borderLeft|borderRight)\b\s*:|style=\{\{[^}]*\b(?:left|right):|['"]?textAlign['"]?:\s*'(?:left|right)'/;
/** Charts run from left to right in every language, as time does on every exchange; canvases and pointers count from the left. */
const OF_A_CHART: readonly string[] = [
  'apps/web/src/features/order-book/depth/DepthChart.tsx',
  'apps/web/src/features/receipt/steps/WindowChart.tsx',
  'apps/web/src/features/chart/candles/chart-styles.ts',
  'apps/web/src/features/chart/lines/price-lines.ts',
];

const sidesDiffer = (text: string): readonly string[] =>
  [...text.matchAll(FOUR_SIDES)]
    .filter(([, sides = '']) => {
      const [, right, , left] = sides.split(/\s+(?![^(]*\))/);
      return right !== left;
    })
    .map(([line]) => line);

describe('styles', () => {
  const files = filesOf(/\.css$/);
  test('are found', () => expect(files.length).toBeGreaterThan(20));
  test.each(files)('%s names no side', (file) => {
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    const named = text.split('\n').filter((line) => PHYSICAL_STYLE.test(line));
    expect(named).toEqual([]);
    if (!CONSOLE.test(file)) expect(sidesDiffer(text)).toEqual([]);
  });
});

test('components name no side, but in charts', () => {
  const files = filesOf(/\.tsx?$/);
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => !OF_A_CHART.includes(file))
    .flatMap((file) => {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
      return lines
        .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
        .filter((line) => {
          const quoted = (line.match(/'[^']*'|"[^"]*"|`[^`]*`?/g) ?? []).join(' ');
          return PHYSICAL_CLASS.test(quoted) || PHYSICAL_INLINE.test(line);
        })
        .map((line) => `${file}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
});

test('each chart of the list still has a side', () => {
  for (const file of OF_A_CHART)
    expect(readFileSync(path.join(root, file), 'utf8')).toMatch(/left: `|paddingLeft/);
});

test('what the guard is for is found', () => {
  for (const style of ['a { left: 0; }', '  padding-left: 4px;', 'text-align: right;'])
    expect(style).toMatch(PHYSICAL_STYLE);
  expect('inset-inline-start: 0; padding-inline: 1px 2px; text-align: end').not.toMatch(
    PHYSICAL_STYLE,
  );
  expect(
    sidesDiffer('padding: 0 8px 0 6px; margin: 0 4px 1px 4px; inset: 0 auto auto 3px;'),
  ).toHaveLength(2);
  for (const name of ['ml-2', '-mr-1', 'text-right', 'left-3', 'md:pl-4', 'border-l-2'])
    expect(`"flex ${name}"`).toMatch(PHYSICAL_CLASS);
  expect('"ms-2 text-end start-3 desk.left"').not.toMatch(PHYSICAL_CLASS);
});

test('the page says how its language runs before there is code, as the table has it', () => {
  const boot = readFileSync(path.join(root, 'apps/web/public/boot.js'), 'utf8');
  const pattern = /root\.dir = \/(.+?)\/\.test/.exec(boot)?.[1] ?? '(?!)';
  for (const tag of [...LANGUAGES.map(plainTag), 'ar', 'he', 'de', 'pt-BR', 'id'])
    expect(new RegExp(pattern).test(tag), tag).toBe(textDirectionOf(tag) === 'rtl');
  expect(['ar', 'he'].map(textDirectionOf)).toEqual(['rtl', 'rtl']);
});
