/**
 * `npm run brand -- FOLDER`: checks a brand's folder as a start does, and shows what follows from its accent. Exit codes: 0 for
 * one that can be worn, 1 refused with one line that says why.
 */
import path from 'node:path';
import process from 'node:process';
import { accentTokens, contrast, THEMES } from './core/brand/accent.ts';
import { readBrand } from './core/brand/brand.ts';
import { drawIcons } from './core/brand/icons.ts';
import { ConfigError } from './core/config/values.ts';

const EXIT_REFUSED = 1;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function check(folder: string): Promise<void> {
  const brand = readBrand(path.resolve(folder));
  const icons = await drawIcons(brand);
  const drawn = [...icons.keys()].filter((name) => !Object.hasOwn(brand.pictures, name));
  say(`${brand.name} (${brand.shortName}) can be worn.`);
  for (const theme of THEMES) {
    const tokens = accentTokens(brand.accent, theme);
    const ratio = contrast(tokens['brand-fill'], tokens['on-brand']).toFixed(2);
    say(
      `${theme}: buttons ${tokens['brand-fill']} under ${tokens['on-brand']} (${ratio}), words and lines ${tokens.brand}`,
    );
  }
  if (drawn.length > 0) say(`Drawn from the SVGs: ${drawn.join(', ')}`);
}

const [folder] = process.argv.slice(2);
try {
  if (folder === undefined) throw new ConfigError('npm run brand -- FOLDER', 'needs a folder');
  await check(folder);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT_REFUSED;
}
