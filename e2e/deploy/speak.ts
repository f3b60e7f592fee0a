/**
 * Has a process speak another protocol than its version does, loaded before anything of it: `--import speak.ts?protocol=1`. The
 * first one says no number, as 2.5 did.
 */
import { plantIn } from '../../apps/server/test/support/planted-source.ts';

const FOLDER = 'apps/server/src/core/processes';
const protocol = Number(new URL(import.meta.url).searchParams.get('protocol'));

plantIn({
  name: 'another protocol',
  file: `${FOLDER}/protocol.ts`,
  find: 'export const PROTOCOL = ',
  replace: `export const PROTOCOL = ${protocol}; //`,
});
if (protocol === 1)
  plantIn({
    name: 'a protocol that is not said',
    file: `${FOLDER}/calls/sealer.ts`,
    find: 'writer.writeUint32(PROTOCOL);',
    replace: '',
  });
