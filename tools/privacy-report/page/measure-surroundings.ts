/** What WebRTC tells a page without asking: nothing, a name in place of each address, or the addresses. */
export type WebRtc = { readonly kind: 'off' | 'nothing' | 'names' | 'addresses'; readonly shown: readonly string[] };

/**
 * Gathers candidates without any STUN or TURN server: only addresses of this machine can show, and nothing is sent to a server.
 * A browser that hides them behind `.local` names may announce these names on the local network.
 */
export async function measureWebRtc(patienceMs = 500): Promise<WebRtc> {
  if (typeof RTCPeerConnection === 'undefined') return { kind: 'off', shown: [] };
  const connection = new RTCPeerConnection({ iceServers: [] });
  const shown = new Set<string>();
  try {
    connection.createDataChannel('');
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, patienceMs);
      connection.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate === null) return resolve();
        const address = candidate.candidate.split(' ')[4];
        if (address !== undefined) shown.add(address);
      });
      connection
        .createOffer()
        .then((offer) => connection.setLocalDescription(offer))
        .catch(reject);
    });
  } catch {
    return { kind: 'off', shown: [] };
  } finally {
    connection.close();
  }
  const addresses = [...shown].filter((address) => !address.endsWith('.local'));
  if (addresses.length > 0) return { kind: 'addresses', shown: addresses };
  return { kind: shown.size > 0 ? 'names' : 'nothing', shown: [...shown] };
}

/** Which storage works here. */
export type Storages = Readonly<Record<string, boolean>>;

/** Tries each kind of storage with a value of its own, and removes it. */
export async function measureStorages(): Promise<Storages> {
  const name = 'castellan_probe';
  const works = async (attempt: () => unknown) => {
    try {
      return (await attempt()) !== false;
    } catch {
      return false;
    }
  };
  const keep = (storage: () => Storage) => () => {
    storage().setItem(name, '1');
    storage().removeItem(name);
  };
  return {
    Cookies: navigator.cookieEnabled,
    'Local storage': await works(keep(() => window.localStorage)),
    'Session storage': await works(keep(() => window.sessionStorage)),
    IndexedDB: await works(
      () =>
        new Promise((resolve, reject) => {
          const opened = indexedDB.open(name);
          opened.onerror = reject;
          opened.onsuccess = () => {
            opened.result.close();
            indexedDB.deleteDatabase(name);
            resolve(true);
          };
        }),
    ),
    Caches: await works(async () => (await caches.open(name)) !== undefined && caches.delete(name)),
    'Private files': await works(() => navigator.storage.getDirectory()),
  };
}
