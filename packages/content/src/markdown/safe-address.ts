/** The address of a link as it may be followed; `undefined` for one that could run something, or that hides another host. */
export function safeAddress(address: string): string | undefined {
  if (/^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(address)) return address;
  return /^(?:\/(?![/\\])|#)[^\s\\]*$/.test(address) ? address : undefined;
}
