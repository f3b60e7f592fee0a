/** Lists of addresses and networks, as owners write them. */
import { BlockList, isIP } from 'node:net';

/** `203.0.113.7`, `2001:db8::/48`: in one writing, or undefined when it is neither an address nor a network. */
export function readNetwork(text: string): string | undefined {
  const [address = '', bits, ...more] = text.toLowerCase().split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined;
  if (bits === undefined) return plainAddress(address);
  // A network of all addresses is no restriction: leave the list empty instead.
  const isPlausible = /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
  return isPlausible ? `${address}/${bits}` : undefined;
}

/** An IPv4 address in its own form, as sockets of both families show it (`::ffff:203.0.113.7`). */
const plainAddress = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Whether a list lets an address in; an empty one does. */
export const isAdmitted = (networks: readonly string[], address: string): boolean =>
  networks.length === 0 || networkCheck(networks)(address);

/** Whether an address is in one of the networks. */
export function networkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}
