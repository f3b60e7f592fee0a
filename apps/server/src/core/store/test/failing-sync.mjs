// Loaded before a child: its disk refuses every sync after the first N (environment, tests only).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fdatasyncSync } = fs;
let left = Number(process.env.SYNCS_BEFORE_FAILURE);
fs.fdatasyncSync = (descriptor) => {
  left -= 1;
  if (left < 0) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  fdatasyncSync(descriptor);
};
syncBuiltinESMExports();
