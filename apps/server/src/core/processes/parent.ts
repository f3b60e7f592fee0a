/**
 * A server that `npm start` began ends with it, however that ended: a kill -9 passes on no signal, but it closes the channel
 * between them. Others who start a server, such as systemd, stop it themselves.
 */
import process from 'node:process';

/** With this word on its line the process has a channel to its parent (tools/start.mjs). */
export const ENDS_WITH_PARENT = '--ends-with-parent';

/** Calls `onGone` once the parent is gone; without a channel to it, never. */
export function whenParentGone(onGone: () => void): void {
  if (process.channel === undefined) return;
  // It was gone before anybody listened: then the channel is null, and nothing is told of it any more.
  if (!process.connected) {
    setImmediate(onGone);
    return;
  }
  process.once('disconnect', onGone);
  // It keeps no process alive that has nothing else to do.
  process.channel.unref();
}
