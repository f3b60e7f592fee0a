/**
 * Which addresses a webhook may lead to: a user names where this server sends something. What is not a public network is
 * refused, however it is written: the URL parser turns decimal, octal and hexadecimal forms into dotted ones
 * (WHATWG URL §3.5), and of IPv6 only global unicast is taken, so no mapped, translated or local form is (RFC 6890 and
 * the IANA special-purpose registries).
 */
import { BlockList, isIP } from 'node:net';

const V4_SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const V6_GLOBAL = ['2000::/3'];
/** Tunnels and examples: each may lead to an IPv4 address inside, or to nobody. */
const V6_SPECIAL = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
const special4 = listOf(V4_SPECIAL, 'ipv4');
const global6 = listOf(V6_GLOBAL, 'ipv6');
const special6 = listOf(V6_SPECIAL, 'ipv6');

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special4.check(address, 'ipv4');
  if (version !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** What is taken beside public https: in a demo http, and its own receivers by `host:port`. */
export interface WebhookRules {
  readonly allowsHttp: boolean;
  /** Of private networks, each with its port. */
  readonly privateHosts: readonly string[];
}

const WEB_PORTS: readonly string[] = ['', '80', '443'];
/** Below it are services that take commands as text. */
const FREE_PORTS_FROM = 1_024;

/** `host:port` of an address, as settings name it. */
export const hostOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'http:' ? '80' : '443') : port}`;

/** A literal address without its brackets; a name as it is. */
export const plainHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The address as it is kept; undefined for what is never sent to. A name is looked up when it is sent to. */
export function readWebhookUrl(text: string, rules: WebhookRules): URL | undefined {
  const url = URL.parse(text.trim());
  if (url === null || url.username !== '' || url.password !== '' || url.hostname === '')
    return undefined;
  if (url.protocol !== 'https:' && !(rules.allowsHttp && url.protocol === 'http:'))
    return undefined;
  url.hash = '';
  if (rules.privateHosts.includes(hostOf(url))) return url;
  if (!WEB_PORTS.includes(url.port) && Number(url.port) < FREE_PORTS_FROM) return undefined;
  const host = plainHost(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? url : undefined;
  // A name without a dot is one of the own network.
  return host.replace(/\.$/, '').includes('.') && !/\.(localhost|local|internal)\.?$/.test(host)
    ? url
    : undefined;
}
