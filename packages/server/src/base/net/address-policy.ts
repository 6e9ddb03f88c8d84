import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public: private, loopback, link-local, carrier-grade NAT, documentation, multicast and the rest. */
const special4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

/** The public IPv6 range: global unicast. `special6` excludes ranges for tunnels to IPv4 and for documentation. */
const global6 = blockList('ipv6', [['2000::', 3]]);
const special6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** NAT64: the last 32 bits are an IPv4 address. */
const translated = blockList('ipv6', [['64:ff9b::', 96]]);

/**
 * Whether an IP address is public. IPv6 is public only in ranges that are known to be: mapped, local, link-local and unspecified addresses
 * are not.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special4.check(address, 'ipv4');
  if (version !== 6) return false;
  if (translated.check(address, 'ipv6')) return isPublicAddress(embedded4(address));
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** The IPv4 address in the last 32 bits. The URL parser normalises them to two groups, whatever their notation. */
function embedded4(address: string): string {
  const groups = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split(':');
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(version: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, version);
  return list;
}
