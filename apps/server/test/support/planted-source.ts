/** Mistakes planted on purpose: one source is changed as it is loaded, the one on the disk stays as it is. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Mistake {
  readonly name: string;
  /** From the root of the tree. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** For this whole process, before anything of it is loaded. A text that is no longer there, or there twice, is refused. */
export function plantIn({ name, file: place, find, replace }: Mistake): void {
  const file = path.join(ROOT, place);
  const parts = readFileSync(file, 'utf8').split(find);
  if (parts.length !== 2)
    throw new Error(`${place} has the text of "${name}" ${parts.length - 1} times`);
  const url = pathToFileURL(file).href;
  registerHooks({
    load(asked, context, nextLoad) {
      if (asked !== url) return nextLoad(asked, context);
      return { format: 'module-typescript', source: parts.join(replace), shortCircuit: true };
    },
  });
}
