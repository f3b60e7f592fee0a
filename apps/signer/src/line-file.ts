/** A file of JSON lines, only ever added to and synced to the disk before a line counts. */
import fs from 'node:fs';
import path from 'node:path';

export class LineFile {
  readonly #handle: number;
  /** What was in it when it was opened, whole lines only. */
  readonly lines: readonly string[];

  constructor(file: string) {
    const isNew = !fs.existsSync(file);
    this.#handle = fs.openSync(file, 'a+', 0o600);
    if (isNew) syncFolder(path.dirname(file));
    const text = fs.readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A line without its end was never synced, so nothing was done that it says.
    if (whole.length < text.length) fs.ftruncateSync(this.#handle, Buffer.byteLength(whole));
    this.lines = whole.split('\n').slice(0, -1);
    fs.fsyncSync(this.#handle);
  }

  append(...lines: readonly object[]): void {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    let written = 0;
    while (written < bytes.length) written += fs.writeSync(this.#handle, bytes, written);
    fs.fsyncSync(this.#handle);
  }

  close(): void {
    fs.closeSync(this.#handle);
  }
}

/** A new file is there after a power cut only once its folder is synced. */
function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
