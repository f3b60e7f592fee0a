/** A backup or restore that cannot go on; the message is the line to show. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
