import { BlockList } from 'node:net';
import { classifyAddress } from '@castellan/foundation/address-class';
import { parseIp, writeIp } from '@castellan/foundation/ip-address';

/** Whether the server may connect to an address: it is public, or lies in a network that the operator named. */
export function isAllowedAddress(address: string, allowedNetworks: BlockList): boolean {
  if (classifyAddress(address) === 'public') return true;
  const parsed = parseIp(address);
  return parsed !== undefined && allowedNetworks.check(writeIp(parsed), parsed.kind);
}

/** The networks that another process spelled by `BlockList.rules`. Throws where they are none. */
export function networksFrom(rules: readonly string[]): BlockList {
  const networks = new BlockList();
  networks.fromJSON([...rules]);
  return networks;
}
