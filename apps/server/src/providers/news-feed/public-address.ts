import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks without public hosts (IANA's special-purpose registry). */
const special4 = [
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
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Parts of the public IPv6 space that map to IPv4 hosts, or have no hosts. */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const [blocked4, blocked6, global6] = [new BlockList(), new BlockList(), new BlockList()];
for (const [network, bits] of special4) blocked4.addSubnet(network, bits);
for (const [network, bits] of special6) blocked6.addSubnet(network, bits, 'ipv6');
global6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address belongs to a host on the public internet, and not to this machine, its network or the cloud's
 * metadata service.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked4.check(address);
  return isIPv6(address) && global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
}
