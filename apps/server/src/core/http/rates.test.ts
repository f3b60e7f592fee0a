import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { addressReader, proxyTrust } from './proxy-trust.ts';
import { addressKey } from './rates.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1', 'fe80:0:0:0'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

describe('whose word about an address counts', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    }) as unknown as IncomingMessage;

  test.each([
    [undefined, '10.0.0.1', '1.2.3.4', '10.0.0.1'],
    [1, '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    [1, '10.0.0.1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    [2, '10.0.0.1', '9.9.9.9, 1.2.3.4', '9.9.9.9'],
    [['10.0.0.0/8'], '10.0.0.1', '9.9.9.9, 1.2.3.4, 10.1.1.1', '1.2.3.4'],
    [['10.0.0.0/8'], '11.0.0.1', '1.2.3.4', '11.0.0.1'],
    [['loopback'], '127.0.0.1', '1.2.3.4', '1.2.3.4'],
    [['loopback'], '::1', 'not an address', '::1'],
    [['uniquelocal'], 'fd00::1', '1.2.3.4', '1.2.3.4'],
    [['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
  ] as const)('%j: %s with %s is %s', (trust, remote, forwarded, address) => {
    const read = addressReader(proxyTrust(trust));
    expect(read(request(remote, forwarded))).toBe(address);
  });
});
