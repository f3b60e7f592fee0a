import type { Rollup } from 'vite';
import { expect, test } from 'vitest';
import { describeBundle } from './service-worker-build.ts';

/** A chunk as the bundler tells of it, as far as it is looked at. */
const chunk = (source: string, imports: readonly string[] = [], isEntry = false) =>
  [
    `assets/${source.replaceAll('/', '-')}.js`,
    {
      ...{ type: 'chunk', fileName: `assets/${source.replaceAll('/', '-')}.js`, isEntry, imports },
      facadeModuleId: `${import.meta.dirname}/${source}`,
    },
  ] as const;

test('the first load has what runs beside every page, and the way to the later texts', () => {
  const bundle = Object.fromEntries([
    chunk('index.html', [], true),
    chunk('src/i18n/late-parts.ts'),
    chunk('src/pages/tax/index.tsx'),
    chunk('src/pwa/start.tsx'),
  ]) as unknown as Rollup.OutputBundle;
  const { files, first } = describeBundle(bundle);
  expect(first.map((place) => files[place])).toEqual([
    'assets/index.html.js',
    'assets/src-i18n-late-parts.ts.js',
    'assets/src-pwa-start.tsx.js',
  ]);
});
