/** Which tests are those of a capability: `npm test -- futures` runs them alone. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** Each folder in these is a capability, or the core that knows none. */
const HOMES = [
  'apps/server/src',
  'packages/engine/src',
  'apps/web/src/features',
  'apps/console/src/features',
];

/** Vitest's projects by where their tests lie. */
const PROJECTS = [
  ['packages', /^(?:packages|tools)\//],
  ['web', /^apps\/web\//],
  ['console', /^apps\/console\//],
  ['server', /^apps\/(?:server|bots)\//],
  ['e2e', /^e2e\//],
];

const namesIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** `option` and `options` are one. */
const stem = (word) => word.replace(/s$/, '');

function testFiles() {
  const found = [];
  for (const home of ['packages', 'apps', 'e2e', 'tools'])
    for (const file of readdirSync(path.join(root, home), { recursive: true }))
      if (/\.test\.tsx?$/.test(file) && !/(?:^|[\\/])node_modules[\\/]/.test(file))
        found.push(`${home}/${file.replaceAll('\\', '/')}`);
  return found.sort();
}

/** Files in a folder of one of these names, and those named after it, such as e2e/kill-options.test.ts. */
function named(names, files) {
  const asked = new Set(names.map(stem));
  return files.filter((file) => {
    const folders = file.split('/');
    const words = (folders.pop() ?? '').replace(/\.test\.tsx?$/, '').split('-');
    return [...folders, ...words].some((word) => asked.has(stem(word)));
  });
}

/** Every name that may be asked for: of those that have tests at all. */
export function capabilities() {
  const files = testFiles();
  return [...new Set(HOMES.flatMap(namesIn))]
    .filter((name) => named([name], files).length > 0)
    .sort();
}

/** The tests of some capabilities, by project. Throws, with the names that there are, for one that is none. */
export function testsOf(names) {
  const known = capabilities();
  for (const name of names)
    if (!known.includes(name))
      throw new Error(`no capability is called ${name}; there are: ${known.join(', ')}`);
  const files = named(names, testFiles());
  return new Map(
    PROJECTS.map(([project, place]) => [project, files.filter((file) => place.test(file))]),
  );
}
