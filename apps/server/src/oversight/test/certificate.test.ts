/** The end of the certificate that people see, asked of a real TLS server, whether a browser would believe it or not. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { watchCertificate } from '../certificate.ts';

const NAME = 'fairlead_certificate_left_seconds';
const DAY_S = 86_400;

let folder: string;
let server: tls.Server;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-certificate-'));
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'cert')];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=exchange.example'];
  execFileSync('openssl', ['req', ...made, '-days', '9', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  server = tls.createServer({ key: await readFile(key), cert: await readFile(cert) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function watch(publicUrl: string, aheadMs = 0) {
  const registry = new Registry();
  const warn = vi.fn();
  const clock = { now: () => Date.now() + aheadMs };
  const work = await watchCertificate({ config: { publicUrl }, clock, log: { warn } }, registry);
  const read = async () => {
    const found = new RegExp(`^${NAME} (\\S+)$`, 'm').exec(await registry.metrics());
    return found === null ? undefined : Number(found[1]);
  };
  return { work, read, warn };
}

test('what is left is told, below zero once it is over', async () => {
  const present = await watch(`https://127.0.0.1:${port}`);
  const later = await watch(`https://localhost:${port}`, 10 * DAY_S * 1_000);
  await expect.poll(present.read).toBeGreaterThan(8.9 * DAY_S);
  expect(await present.read()).toBeLessThanOrEqual(9 * DAY_S);
  await expect.poll(later.read).toBeLessThan(-0.9 * DAY_S);
  await Promise.all([present.work.stop(), later.work.stop()]);
});

test('an address without TLS, and one that does not answer, say nothing', async () => {
  const plain = await watch(`http://127.0.0.1:${port}`);
  expect(await plain.read()).toBeUndefined();
  // Nobody listens there: the port was this test's own and is closed.
  const closed = tls.createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port: gone } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const away = await watch(`https://127.0.0.1:${gone}`);
  await expect.poll(() => away.warn.mock.calls.length).toBe(1);
  expect(await away.read()).toBeUndefined();
  expect(plain.warn).not.toHaveBeenCalled();
  await Promise.all([plain.work.stop(), away.work.stop()]);
});
