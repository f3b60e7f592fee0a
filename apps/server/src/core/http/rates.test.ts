import type { IncomingMessage } from 'node:http';
import { routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { RATE_LIMITS } from './limits.ts';
import { addressReader, proxyTrust } from './proxy-trust.ts';
import { addressKey, Rates } from './rates.ts';

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

test('what sweeping signers tell leaves all calls to the signer that pays withdrawals', async () => {
  const rates = new Rates(1);
  const call = (name: keyof typeof routes) => rates.count(routes[name].rate, 'signer', '::1');
  // A round each ten seconds: twenty new sweeps, as many ends, and how it stands.
  for (let round = 0; round < 6; round += 1) {
    for (let told = 0; told < 40; told += 1) await call('signerSweep');
    await call('signerSweepStanding');
  }
  const more = async () => {
    for (;;) await call('signerSweep');
  };
  await expect(more()).rejects.toThrow('rate_limited');
  for (let told = 0; told < RATE_LIMITS.write.points; told += 1) await call('signerReport');
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
