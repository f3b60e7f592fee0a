/**
 * A reporter of vitest for `npm test`, whose lanes show their output only when they end: says at once which test
 * failed and why, which file took long, and every few minutes what is running, so that a run that is stopped from
 * outside still says what it was at. Writes to descriptor 3, past what tests print.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const LINES_FD = 3;
const LONG_S = 30;
const TOLD_EVERY_MS = 300_000;

const secondsSince = (startedAt) => Math.round((Date.now() - startedAt) / 1000);
const nameOf = (module) => path.relative(process.cwd(), module.moduleId);

/** The message and our own frames. */
const told = ({ message, stack }) =>
  (stack || message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .join('\n  ');

/** One write a line: lanes share the output. */
function say(text) {
  try {
    writeSync(LINES_FD, `  ${text}\n`);
  } catch {
    // Run by hand without such a descriptor.
  }
}

export default class Progress {
  #running = new Map();
  #telling;
  #files = 0;
  #ended = 0;

  onTestRunStart(specifications) {
    this.#files = specifications.length;
    this.#telling = setInterval(() => this.#tell(), TOLD_EVERY_MS);
    this.#telling.unref();
  }

  #tell() {
    const files = [...this.#running].map(([name, since]) => `${name} (${secondsSince(since)} s)`);
    if (files.length === 0) return;
    say(`${this.#ended} of ${this.#files} files done, running: ${files.join(', ')}`);
  }

  onTestModuleStart(module) {
    this.#running.set(nameOf(module), Date.now());
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    say(`✗ ${nameOf(test.module)}: ${test.fullName}`);
    for (const error of errors) say(`  ${told(error)}`);
  }

  onTestModuleEnd(module) {
    const name = nameOf(module);
    const seconds = secondsSince(this.#running.get(name) ?? Date.now());
    this.#running.delete(name);
    this.#ended += 1;
    const isGreen = module.ok();
    if (!isGreen || seconds >= LONG_S) say(`${isGreen ? '✓' : '✗'} ${name} (${seconds} s)`);
    for (const error of module.errors()) say(`  ${told(error)}`);
  }

  onTestRunEnd(_modules, unhandledErrors) {
    clearInterval(this.#telling);
    for (const error of unhandledErrors) say(`✗ unhandled: ${told(error)}`);
  }
}
