/** First come, first served: each task runs when those before it have ended, well or badly. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
