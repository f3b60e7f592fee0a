/**
 * Work on a whole state in steps of some milliseconds: whoever serves others meanwhile lets them have their turn between two.
 * A generator yields after each step and returns the answer.
 */

export type Steps<Answer> = Generator<void, Answer, void>;

/** Records between two steps: about 5 ms of hashing or restoring. */
export const STEP_RECORDS = 5_000;

/** All at once. */
export function atOnce<Answer>(steps: Steps<Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does each of many, a step at a time. */
export function* eachOf<Item>(items: Iterable<Item>, each: (item: Item) => void): Steps<void> {
  let count = 0;
  for (const item of items) {
    each(item);
    count += 1;
    if (count % STEP_RECORDS === 0) yield;
  }
}
