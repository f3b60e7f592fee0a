/** The two ways out of the house, against servers of their own on this machine. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openChannels } from './channels.ts';
import { makeMailServer } from './test/mail-server.ts';

const MESSAGE = {
  to: 'ann@example.com',
  subject: '482913 はコードです',
  text: 'Code 482913\n.\nend',
};
const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0))
    await new Promise((resolve) => {
      server.close(resolve);
    });
});

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('without settings there are none', () => {
  expect(openChannels({})).toEqual({});
});

describe('SMS webhook', () => {
  async function webhook(status: number, headers = {}) {
    const got: { request: IncomingMessage; body: string }[] = [];
    const server = createHttpServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        got.push({ request, body });
        response.writeHead(status, headers).end();
      });
    });
    const port = await listen(server);
    const { sms } = openChannels({ smsWebhookUrl: `http://127.0.0.1:${port}/sms` });
    if (sms === undefined) throw new Error('no channel');
    return { sms, got };
  }

  test('gets the number and the text as JSON', async () => {
    const { sms, got } = await webhook(202);
    await sms.send({ to: '+819012345678', subject: 'unused', text: 'Code 482913' });
    expect(got).toHaveLength(1);
    expect(got[0]?.request).toMatchObject({ method: 'POST', url: '/sms' });
    expect(JSON.parse(got[0]?.body ?? '')).toEqual({ to: '+819012345678', text: 'Code 482913' });
  });

  test.each([
    [500, {}],
    [404, {}],
    [302, { location: 'http://127.0.0.1:1/' }],
  ])('a %i means not taken', async (status, headers) => {
    const { sms } = await webhook(status, headers);
    await expect(sms.send(MESSAGE)).rejects.toThrow();
  });
});

describe('SMTP', () => {
  async function mailServer(refused: string[] = []) {
    const { server, lines } = makeMailServer(refused);
    const port = await listen(server);
    const { email } = openChannels({
      mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Fairlead <codes@fair.example>' },
    });
    if (email === undefined) throw new Error('no channel');
    return { email, lines };
  }

  test('gets sender, recipient, subject and text', async () => {
    const { email, lines } = await mailServer();
    await email.send(MESSAGE);
    expect(lines).toContain('MAIL FROM:<codes@fair.example>');
    expect(lines).toContain('RCPT TO:<ann@example.com>');
    expect(lines.join('\n')).toContain('Code 482913');
    expect(lines.some((line) => line.startsWith('Subject: =?UTF-8?'))).toBe(true);
  });

  test('nothing in a message can add a recipient or a header', async () => {
    const { email, lines } = await mailServer();
    const subject = 'hello\r\nBcc: eve@evil.example';
    await email.send({ ...MESSAGE, subject });
    expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ann@example.com>']);
    expect(lines.filter((line) => line.startsWith('Bcc'))).toEqual([]);
  });

  test('a refused recipient means not taken', async () => {
    const { email } = await mailServer(['ann@example.com']);
    await expect(email.send(MESSAGE)).rejects.toThrow();
  });

  test('no server means not taken', async () => {
    const { email } = openChannels({
      mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example' },
    });
    await expect(email?.send(MESSAGE)).rejects.toThrow();
  });
});
