/** Whether the server's port is free, asked before an install and a build that take minutes. Node's own modules only. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';

/** The line that the server would end with; undefined where nothing is known to stand in its way. */
export async function portRefusal(folder) {
  const file = path.join(folder, '.env');
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const given = { ...written, ...process.env };
  const text = (name, otherwise) => given[name]?.trim() || otherwise;
  const [host, port] = [text('HOST', '127.0.0.1'), text('PORT', '8080')];
  // What is no port is the server's to say, and 0 is any.
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return undefined;
  const code = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error.code));
    probe.listen({ host, port: Number(port), exclusive: true }, () => probe.close(resolve));
  });
  if (code !== 'EADDRINUSE') return undefined;
  return `PORT: ${host}:${port} is in use by another process`;
}
