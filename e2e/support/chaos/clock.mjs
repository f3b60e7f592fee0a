/**
 * A clock of its own for each machine: what its Node processes take for the time of day is as many milliseconds off as the file
 * FAIRLEAD_CHAOS_CLOCK says. Time that passes (performance.now, timers) is not touched, as by a clock that somebody sets.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const READ_EACH_MS = 100;
const file = process.env.FAIRLEAD_CHAOS_CLOCK;
const now = Date.now;
let offMs = 0;

function read() {
  try {
    offMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    offMs = 0;
  }
}

if (file !== undefined) {
  read();
  setInterval(read, READ_EACH_MS).unref();
  Date.now = () => now() + offMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, called) =>
      Reflect.construct(target, given.length === 0 ? [now() + offMs] : given, called),
    apply: () => new globalThis.Date().toString(),
  });
}
