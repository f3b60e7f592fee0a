/** One signer for one journal: two would give one number to two withdrawals. */
import fs from 'node:fs';
import process from 'node:process';

export class RunningError extends Error {
  override readonly name = 'RunningError';
}

/** Takes the lock beside a journal; gives how to let it go. The lock of a process that is gone is taken over. */
export function lockJournal(journalFile: string): () => void {
  const file = `${journalFile}.lock`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number(fs.readFileSync(file, 'utf8'));
      if (isRunning(holder)) throw new RunningError(`process ${holder} signs with this journal`);
      fs.rmSync(file, { force: true });
    }
  }
  throw new RunningError('another process signs with this journal');
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
