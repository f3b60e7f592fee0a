/**
 * Loaded before a server whose power is to fail: writes down what the embedded database does to its folder, each
 * operation before it is done, for power-loss.ts to decide which of it a disk would have kept. A record is the length of its
 * head, the head as JSON, then the bytes written.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const { TORTURE_LOG: log = '', TORTURE_FOLDER: folder = '' } = process.env;
// The database is in a worker; nobody else touches its folder.
if (!isMainThread && log !== '') record();

function record() {
  const real = { ...fs };
  const out = real.openSync(log, 'a');
  const paths = new Map();

  const inside = (place) => {
    const relative = path.relative(folder, String(place));
    return relative.startsWith('..') || path.isAbsolute(relative) ? undefined : relative;
  };
  const note = (head, bytes) => {
    const text = Buffer.from(JSON.stringify({ ...head, bytes: bytes?.length ?? 0 }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    real.writeSync(
      out,
      bytes === undefined ? Buffer.concat([length, text]) : Buffer.concat([length, text, bytes]),
    );
  };
  const ofPath = (name, head = () => ({})) => {
    fs[name] = (place, ...rest) => {
      const file = inside(place);
      if (file !== undefined) note({ does: name, file, ...head(...rest) });
      return real[name](place, ...rest);
    };
  };

  ofPath('mkdirSync');
  ofPath('rmdirSync');
  ofPath('unlinkSync');
  ofPath('truncateSync', (size = 0) => ({ size }));
  ofPath('renameSync', (to) => ({ to: inside(to) }));
  // How Emscripten makes an empty file; with contents it would have to be recorded like a write.
  ofPath('writeFileSync', (data) => {
    if (data.length > 0) throw new Error('a file written at once cannot be recorded');
    return {};
  });
  fs.openSync = (place, flags, ...rest) => {
    const file = inside(place);
    const isNew = file !== undefined && !real.existsSync(place);
    const descriptor = real.openSync(place, flags, ...rest);
    if (file === undefined) return descriptor;
    paths.set(descriptor, file);
    const flag = typeof flags === 'number' ? flags : 0;
    if (isNew) note({ does: 'create', file });
    else if ((flag & real.constants.O_TRUNC) !== 0) note({ does: 'truncateSync', file, size: 0 });
    return descriptor;
  };
  fs.closeSync = (descriptor) => {
    paths.delete(descriptor);
    return real.closeSync(descriptor);
  };
  fs.writeSync = (
    descriptor,
    buffer,
    offset = 0,
    length = buffer.length - offset,
    position = null,
  ) => {
    const file = paths.get(descriptor);
    if (file !== undefined) {
      if (position === null) throw new Error('a write without a position cannot be recorded');
      note(
        { does: 'write', file, position },
        Buffer.from(buffer.buffer, buffer.byteOffset + offset, length),
      );
    }
    return real.writeSync(descriptor, buffer, offset, length, position);
  };
  fs.ftruncateSync = (descriptor, size = 0) => {
    const file = paths.get(descriptor);
    if (file !== undefined) note({ does: 'truncateSync', file, size });
    return real.ftruncateSync(descriptor, size);
  };
  // After it is done: only then may anybody rely on it.
  for (const name of ['fsyncSync', 'fdatasyncSync'])
    fs[name] = (descriptor) => {
      const answer = real[name](descriptor);
      note({ does: 'sync', file: paths.get(descriptor) ?? '' });
      return answer;
    };
  syncBuiltinESMExports();
}
