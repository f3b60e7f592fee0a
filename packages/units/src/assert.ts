/** An invariant did not hold: a bug, never a user error. Nothing may catch it but the sequencer. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError unless `condition` holds. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Makes a `switch` over a union exhaustive: a forgotten member is a type error here. */
export function assertNever(value: never): never {
  throw new InvariantError(`unexpected value: ${String(value)}`);
}
