/** Whose word about the caller's address counts: the machine's own sockets, and the proxies that are named. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../config/config.ts';

/** Names for networks that never come from outside. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether the `hop`th address, counted from this machine, may say who came before it. */
export type Trusts = (address: string, hop: number) => boolean;

/** Reads TRUST_PROXY: so many hops, or addresses and networks; absent, nobody is believed. */
export function proxyTrust(trust: Config['trustProxy']): Trusts {
  if (trust === undefined) return () => false;
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const list = new BlockList();
  for (const network of trust.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** The caller's address as the nearest trusted proxies pass it on. */
export function addressReader(trusts: Trusts): (request: IncomingMessage) => string {
  return (request) => {
    const header = request.headers['x-forwarded-for'];
    const told = (typeof header === 'string' ? header.split(',') : []).map((part) => part.trim());
    let address = request.socket.remoteAddress ?? '';
    for (let hop = 0; trusts(address, hop); hop += 1) {
      const before = told.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}
