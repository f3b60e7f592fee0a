/** What the caller did wrong, or what could not be read: nothing was checked. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
