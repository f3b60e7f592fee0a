/** Why a start was refused, in one line that says what to put right. What is no refusal is a fault. */
import { ConfigError } from '../config/values.ts';
import { StartRefusedError } from '../store/database.ts';
import { whyUnusable } from '../store/embedded/private-folder.ts';

interface Coded extends Error {
  readonly code: string;
  readonly port?: number;
  readonly address?: string;
  readonly path?: string;
}

/** What a person puts right at the place that the error names; a file that is missing is a fault. */
const OF_PLACES: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ENOSPC',
  'EDQUOT',
]);
const DATABASE = 'the database';
/** SQLSTATEs that a start can meet at any statement (PostgreSQL documentation, appendix A). */
const OF_DATABASE: Readonly<Record<string, string>> = {
  '42501': `DATABASE_URL: this role lacks a right that the server needs: npm run migrate, with DATABASE_MIGRATE_URL, gives it (docs/operating/database-roles.md)`,
  '53100': `${DATABASE} has no room left on its disk`,
  '58030': `${DATABASE} cannot read or write its disk: see docs/operating/backup.md#a-damaged-database`,
  '58P01': `${DATABASE} misses a file: see docs/operating/backup.md#a-damaged-database`,
  XX001: `${DATABASE} is damaged: see docs/operating/backup.md#a-damaged-database`,
  XX002: `${DATABASE} has a damaged index: see docs/operating/backup.md#a-damaged-database`,
};

/** The line for a start that was refused; undefined for what is a fault. */
export function refusalLine(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartRefusedError)
    return inOneLine(error.message);
  if (!(error instanceof Error)) return undefined;
  const line = 'code' in error ? lineOfCode(error as Coded) : undefined;
  return line ?? refusalLine(error.cause);
}

/** A text as it stands in one line. */
export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

function lineOfCode(error: Coded): string | undefined {
  const { code, port, address, path } = error;
  switch (code) {
    case 'EADDRINUSE':
      return port === undefined
        ? undefined
        : `PORT: ${address}:${port} is in use by another process`;
    case 'EADDRNOTAVAIL':
      return `HOST: this machine has no address ${address}`;
    case 'ENOTFOUND':
      return 'HOST: this name has no address';
    default: {
      if (code === 'EACCES' && port !== undefined)
        return `PORT: this user may not listen on port ${port}`;
      const why = path === undefined || !OF_PLACES.has(code) ? undefined : whyUnusable(code);
      if (why !== undefined) return `${path}: ${why}`;
      const said = OF_DATABASE[code];
      return said && `${said} (${inOneLine(error.message)})`;
    }
  }
}
