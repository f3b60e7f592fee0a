/**
 * Where the log of a server at a terminal goes: a file beside its data, so that the screen is a person's. Errors are shown
 * there too, in short, and when they are over. Until the start is over lines are held, as a start that is refused writes nothing.
 */
import fs from 'node:fs';
import type { DestinationStream } from 'pino';

/** A start says a few lines; one that waits for long repeats itself. */
const HELD_LINES_MAX = 1_000;
const FILE_MODE = 0o600;
/** An error, or the end of one: what was told of on the screen is not left standing there. */
const IS_SHOWN = /^\{"level":"(?:error|fatal)"|"isOver":true/;

export class LogFile implements DestinationStream {
  readonly #show: (line: string) => void;
  #held: string[] = [];
  #descriptor: number | undefined;

  /** `show` gets what a person must see at once. */
  constructor(show: (line: string) => void) {
    this.#show = show;
  }

  write(line: string): void {
    if (IS_SHOWN.test(line)) this.#show(inShort(line));
    if (this.#descriptor !== undefined) this.#append(line);
    else if (this.#held.length < HELD_LINES_MAX) this.#held.push(line);
  }

  /** Begins the file, and writes what was held; that of the run before is kept as `….1`. */
  open(file: string): void {
    if (fs.existsSync(file)) fs.renameSync(file, `${file}.1`);
    this.#descriptor = fs.openSync(file, 'a', FILE_MODE);
    for (const line of this.takeHeld()) this.#append(line);
  }

  /** What no file has: of a start that failed. */
  takeHeld(): readonly string[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  #append(line: string): void {
    try {
      if (this.#descriptor !== undefined) fs.writeSync(this.#descriptor, line);
    } catch {
      // A full disk is told of by its watch; the log must not end the server.
    }
  }
}

function inShort(line: string): string {
  const { time, level, msg, err } = JSON.parse(line) as {
    readonly time: string;
    readonly level: string;
    readonly msg?: string;
    readonly err?: { readonly message?: string };
  };
  const why = err?.message === undefined ? '' : `: ${err.message}`;
  return `${time.slice(11, 19)} ${level}: ${msg ?? ''}${why}`;
}
