const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a `Host` header names this server. A page on a foreign site can point its own name at 127.0.0.1 (DNS rebinding)
 * and would then count as the same origin; a server that listens on loopback therefore answers to loopback's names and to
 * its public address only. One that listens on other addresses is reached by names we cannot know.
 */
export function isAllowedHost(host: string | undefined, server: { readonly listensOn: string; readonly publicUrl: string }): boolean {
  if (host === undefined) return false;
  if (host.toLowerCase() === new URL(server.publicUrl).host) return true;
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (loopbackNames.includes(name)) return true;
  return !isLoopback(server.listensOn);
}

/** Whether only programs on this machine reach an address. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.');
}
