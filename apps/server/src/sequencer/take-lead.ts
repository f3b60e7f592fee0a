/** The way to the writer's lock, for a process that has to prove first that it may lead at all. */
import type { WriterConnection } from '../store/database.ts';
import type { SequencerOptions } from './options.ts';

/** Opens the writer. Where this process can no longer prove itself when the lock comes, it gives it back to others. */
export async function takeLead(options: SequencerOptions): Promise<WriterConnection> {
  const { database, signal, onWaitingForLock, candidate } = options;
  for (;;) {
    await candidate?.untilProven();
    const writer = await database.openWriter({
      ...(signal && { signal }),
      ...(onWaitingForLock && { onWaiting: onWaitingForLock }),
    });
    if (candidate === undefined || (await candidate.isProven())) return writer;
    await writer.close();
  }
}
