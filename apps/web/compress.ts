/** Writes a compressed twin beside each hashed file of the app and of the console: as small as it gets, once, and not with each request. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const TEXT = /\.(?:js|css|svg|json)$/;
/** Shorter ones fit into two packets as they are. */
const LEAST_BYTES = 2_048;

async function writeTwins(file: string): Promise<void> {
  const body = await readFile(file);
  if (body.length < LEAST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, gz] = await Promise.all([
    toBrotli(body, { params }),
    toGzip(body, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

export function compressAssets(): Plugin {
  let folder = '';
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir, build.assetsDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const names = (await readdir(folder)).filter((name) => TEXT.test(name));
        await Promise.all(names.map((name) => writeTwins(path.join(folder, name))));
      },
    },
  };
}
