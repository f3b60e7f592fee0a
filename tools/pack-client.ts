/**
 * Makes the tarball of `@fairlead/client` as it is published: one module beside its declarations, and what it needs of the
 * contract inside. `npm run pack-client -- FOLDER` puts it there. In the workspace the sources are used as they are.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { build } from 'vite';

const run = promisify(execFile);
const packages = path.resolve(import.meta.dirname, '../packages');
const root = path.resolve(packages, '..');

/** Where each import of the workspace lies among the declarations. */
const DECLARED: Readonly<Record<string, string>> = {
  '@fairlead/contract': 'contract/src/index.js',
  '@fairlead/contract/constants': 'contract/src/wire/constants.js',
  '@fairlead/contract/errors': 'contract/src/wire/errors.js',
  '@fairlead/contract/key-calls': 'contract/src/wire/key-calls.js',
  '@fairlead/contract/paths': 'contract/src/wire/paths.js',
  '@fairlead/units': 'units/src/index.js',
};
/** All of them by name: what is only reached through a package's name is now and then taken for another's, and left out. */
const SOURCES = ['client', 'contract', 'units'].map((name) => `${name}/src/**/*.ts`);

/** Makes the tarball in `folder`, and gives its path. */
export async function packClient(folder: string): Promise<string> {
  const place = await mkdtemp(path.join(os.tmpdir(), 'fairlead-client-'));
  try {
    await writeModule(path.join(place, 'dist'));
    await writeDeclarations(path.join(place, 'dist/types'));
    await writeManifest(place);
    await copyFile(path.join(packages, 'client/README.md'), path.join(place, 'README.md'));
    await copyFile(path.join(root, 'LICENSE'), path.join(place, 'LICENSE'));
    await mkdir(folder, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--pack-destination', folder, '--silent'], {
      cwd: place,
    });
    return path.join(folder, stdout.trim());
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** The client with what it takes of the contract; the socket's client is installed beside it. */
async function writeModule(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(packages, 'client'),
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'index.js' },
      rollupOptions: { external: ['socket.io-client'] },
    },
  });
}

/** Declarations of the client, the contract and the units, each import of the workspace made one of a file. */
async function writeDeclarations(outDir: string): Promise<void> {
  const config = path.join(outDir, '..', 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    types: [],
    outDir,
    rootDir: packages,
  };
  const include = SOURCES.map((source) => path.join(packages, source));
  const exclude = ['**/*.test.ts', '**/test/**'].map((each) => path.join(packages, each));
  const own = { extends: path.join(root, 'tsconfig.json'), compilerOptions, include, exclude };
  await mkdir(outDir, { recursive: true });
  await writeFile(config, JSON.stringify(own));
  await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', config], { cwd: root });
  await rm(config);
  for (const name of await readdir(outDir, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = path.join(outDir, name);
    await writeFile(file, linked(await readFile(file, 'utf8'), path.dirname(name)));
  }
}

/** A declaration's text as it stands among the others, without the workspace. */
function linked(text: string, folder: string): string {
  return text.replace(
    /(from |import\()(['"])([^'"]+)\2/g,
    (whole, before: string, quote: string, name: string) => {
      if (name.startsWith('.')) return `${before}${quote}${name.replace(/\.ts$/, '.js')}${quote}`;
      const place = DECLARED[name];
      if (place === undefined) return whole;
      const relative = path.relative(folder, place);
      return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
    },
  );
}

async function writeManifest(place: string): Promise<void> {
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(packages, name, 'package.json'), 'utf8'));
  const { name, version, license, dependencies } = await read('client');
  const { dependencies: ofContract } = await read('contract');
  const manifest = {
    name,
    version,
    license,
    description: 'Typed HTTP and live client of a Fairlead exchange',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: { '.': { types: './dist/types/client/src/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
    // The declarations are made of the contract's schemas.
    dependencies: {
      'socket.io-client': dependencies['socket.io-client'],
      zod: ofContract.zod,
    },
  };
  await writeFile(path.join(place, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  const folder = path.resolve(process.argv[2] ?? '.');
  process.stdout.write(`${await packClient(folder)}\n`);
}
