/** The program of docs/operating/webhooks.md is run as it stands there: it takes what is ours, and nothing else. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { FakeClock, PASSWORD, startTestServer } from '../../../../test/support/fixture.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the page’s receiver takes a message of ours and refuses another', async () => {
  const page = readFileSync(path.join(root, 'docs/operating/webhooks.md'), 'utf8');
  const program = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  const port = await freePort();
  const clock = new FakeClock();
  // The library looks at the machine's clock.
  clock.nowMs = Date.now();
  const server = await startTestServer({
    clock,
    environment: { WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${port}` },
  });
  const place = await mkdtemp(path.join(os.tmpdir(), 'fairlead-hook-'));
  await symlink(path.join(root, 'node_modules'), path.join(place, 'node_modules'));
  await writeFile(path.join(place, 'hook.mjs'), program);
  const user = await server.trader();
  const url = `http://127.0.0.1:${port}/`;
  const request = { label: 'page', url, events: 'order', password: PASSWORD };
  const { webhook, secret } = await server.data('createWebhook', request, user);
  const child = spawn(process.execPath, ['hook.mjs'], {
    cwd: place,
    env: { ...process.env, SECRET: secret, PORT: String(port) },
  });
  try {
    let output = '';
    child.stdout.on('data', (part) => {
      output += String(part);
    });
    const post = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers, body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => post({}), { timeout: 10_000 }).toBe(401);
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90', quantity: '1' };
    const placed = await server.data('placeOrder', order, user);
    await server.context.webhookCourier.round(server.context);
    await server.context.webhookCourier.settled();
    const { list } = await server.data('webhookDeliveries', { id: webhook.id }, user);
    expect(list[0]).toMatchObject({ state: 'delivered', code: 204 });
    await expect.poll(() => output).toMatch(new RegExp(`^\\d+ order ${placed.order.id}\\n$`));
    const forged = { 'webhook-id': 'msg_1', 'webhook-signature': 'v1,AAAA' };
    const timestamp = String(Math.floor(Date.now() / 1_000));
    expect(await post({ ...forged, 'webhook-timestamp': timestamp })).toBe(401);
  } finally {
    const isOver = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await isOver;
    await server.stop();
    await rm(place, { recursive: true, force: true });
  }
});
