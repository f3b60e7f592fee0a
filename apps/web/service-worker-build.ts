/**
 * Builds src/sw/service-worker.ts beside the app, with the list of the app's files written into it. A plugin
 * of our own: the usual one brings some 280 packages into the build (docs/internals/app.md).
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rollup } from 'vite';
import { closure } from './preload-chunks.ts';
import type { Build } from './src/sw/answers.ts';

const root = import.meta.dirname;
/** Of the files without a hash those that the first paint needs. */
const SHELL = [
  'index.html',
  'boot.js',
  'brand.css',
  'manifest.webmanifest',
  'icon.svg',
  'icon-180.png',
];
/** Runs beside every page, or is on the way to every later text, so it has to be there without a network. */
const ALWAYS = /^src\/(pwa\/|pages\/index\/index\.tsx|i18n\/late-parts\.ts)/;

type Bundle = Rollup.OutputBundle;

function withStyles(bundle: Bundle, files: Iterable<string>): readonly string[] {
  return [...files].flatMap((file) => {
    const chunk = bundle[file];
    const styles = chunk?.type === 'chunk' ? (chunk.viteMetadata?.importedCss ?? []) : [];
    return [file, ...styles];
  });
}

/** The files, what of them the first load needs, and what each lazy module is made of. */
export function describeBundle(bundle: Bundle): Pick<Build, 'files' | 'first' | 'modules'> {
  const files = Object.keys(bundle)
    .filter((file) => file.startsWith('assets/') && !file.endsWith('.map'))
    .sort();
  const placesOf = (names: Iterable<string>) =>
    [...new Set(withStyles(bundle, names))]
      .map((file) => files.indexOf(file))
      .filter((at) => at >= 0);
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const initial = entry === undefined ? new Set<string>() : closure(bundle, entry.fileName);
  const first = new Set(placesOf(initial));
  const modules: Record<string, readonly number[]> = {};
  for (const chunk of chunks) {
    if (chunk.isEntry || chunk.facadeModuleId === null) continue;
    const name = path.relative(root, chunk.facadeModuleId).replaceAll('\\', '/');
    const own = placesOf([...closure(bundle, chunk.fileName)].filter((file) => !initial.has(file)));
    modules[name] = own;
    if (ALWAYS.test(name)) for (const place of own) first.add(place);
  }
  return { files, first: [...first].sort((a, b) => a - b), modules };
}

/** Differs when any file of the folder does; hashed files are told by their names. */
async function versionOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(files.join('\n'));
  const plain = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](assets|\.vite)[\\/]|service-worker\.js$/.test(file))
    .sort();
  for (const file of plain) hash.update(path.relative(folder, file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

export function buildServiceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async ({ dir }, bundle) => {
        if (dir === undefined) throw new Error('the build has no folder');
        const described = describeBundle(bundle);
        const version = await versionOf(dir, described.files);
        const facts: Build = { version, shell: SHELL, ...described };
        await build({
          configFile: false,
          root,
          logLevel: 'error',
          define: { BUILD: JSON.stringify(facts) },
          build: {
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            modulePreload: false,
            reportCompressedSize: false,
            target: ['chrome111', 'safari16.4', 'firefox128'],
            rolldownOptions: {
              input: path.join(root, 'src/sw/service-worker.ts'),
              output: { entryFileNames: 'service-worker.js', format: 'iife' },
            },
          },
        });
      },
    },
  };
}
