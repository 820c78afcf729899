/** What usually listens on the UDP ports of a scan: the twenty that nmap tries first, and six more whose protocols answer. */
export const udpNames: ReadonlyMap<number, string> = new Map([
  [53, 'domain'],
  [67, 'dhcps'],
  [68, 'dhcpc'],
  [69, 'tftp'],
  [111, 'rpcbind'],
  [123, 'ntp'],
  [135, 'msrpc'],
  [137, 'netbios-ns'],
  [138, 'netbios-dgm'],
  [139, 'netbios-ssn'],
  [161, 'snmp'],
  [162, 'snmptrap'],
  [443, 'quic'],
  [445, 'microsoft-ds'],
  [500, 'isakmp'],
  [514, 'syslog'],
  [520, 'route'],
  [631, 'ipp'],
  [1194, 'openvpn'],
  [1434, 'ms-sql-m'],
  [1900, 'upnp'],
  [4500, 'nat-t-ike'],
  [5060, 'sip'],
  [5353, 'mdns'],
  [11_211, 'memcached'],
  [49_152, 'unknown'],
]);

/** What the number of a UDP port lets expect; `unknown` where that is nothing. */
export function udpServiceAt(port: number): string {
  return udpNames.get(port) ?? 'unknown';
}
