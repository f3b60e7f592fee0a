/** Mistakes planted on purpose: one source is changed as it is loaded, the one on the disk stays as it is. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** One text of a source, and what it becomes. */
interface Change {
  /** From the root of the tree. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export interface Mistake extends Change {
  readonly name: string;
  /** Where one thing is seen to in several places, each of which is enough: what else must be wrong for it to be wrong. */
  readonly and?: readonly Change[];
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** For this whole process, before anything of it is loaded. A text that is no longer there, or there twice, is refused. */
export function plantIn({ name, and = [], ...first }: Mistake): void {
  const sources = new Map<string, string>();
  for (const { file: place, find, replace } of [first, ...and]) {
    const file = path.join(ROOT, place);
    const url = pathToFileURL(file).href;
    const parts = (sources.get(url) ?? readFileSync(file, 'utf8')).split(find);
    if (parts.length !== 2)
      throw new Error(`${place} has the text of "${name}" ${parts.length - 1} times`);
    sources.set(url, parts.join(replace));
  }
  registerHooks({
    load(asked, context, nextLoad) {
      const source = sources.get(asked);
      if (source === undefined) return nextLoad(asked, context);
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
