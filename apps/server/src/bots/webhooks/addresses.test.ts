/** Where webhooks may lead. Goal: nothing but the public internet, however an address is written. */
import { describe, expect, test } from 'vitest';
import { isPublicAddress, readWebhookUrl } from './addresses.ts';

const REAL = { allowsHttp: false, privateHosts: [] };
const DEMO = { allowsHttp: true, privateHosts: ['127.0.0.1:4010'] };

describe('addresses', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.1.1', '198.18.0.1'],
    ...['198.51.100.7', '203.0.113.7', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'],
    ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1'],
    ...['2001::1', '2002:7f00:1::', '100::1', '3fff::1', '', 'example.com'],
  ])('%s is none of the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('URLs', () => {
  test.each([
    'http://hooks.example.com/',
    'https://someone@hooks.example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://１２７.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://database/',
    'https://x.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://metadata.google.internal./',
    'https://hooks.example.com:25/',
    'https://hooks.example.com:22/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://hooks.example.com/',
    'nothing',
  ])('%s is refused', (text) => {
    expect(readWebhookUrl(text, REAL)).toBeUndefined();
  });

  test.each([
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['https://hooks.example.com:8443/a?b=c#d', 'https://hooks.example.com:8443/a?b=c'],
    ['https://8.8.8.8/x', 'https://8.8.8.8/x'],
  ])('%s is taken', (text, href) => {
    expect(readWebhookUrl(text, REAL)?.href).toBe(href);
  });

  test('a demo takes http, and of private networks the receivers that it names, with their port', () => {
    expect(readWebhookUrl('http://hooks.example.com/', DEMO)).toBeDefined();
    expect(readWebhookUrl('http://127.0.0.1:4010/hook', DEMO)).toBeDefined();
    expect(readWebhookUrl('http://127.0.0.1:4011/hook', DEMO)).toBeUndefined();
    expect(readWebhookUrl('http://localhost:4010/hook', DEMO)).toBeUndefined();
  });
});
