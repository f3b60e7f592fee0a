/** A division that cannot be done; the message is the line to show. */
export class DivideError extends Error {
  override readonly name = 'DivideError';
}
