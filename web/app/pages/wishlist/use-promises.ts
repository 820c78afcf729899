import { useEffect, useState } from 'react';
import { storedPromises, type WishPromises } from '../../domains/wishes/promises.ts';

const none: WishPromises = {};

/** The promises kept in this browser, also as other tabs change them; none while the server's page stands. */
export function usePromises(): WishPromises {
  const [promises, setPromises] = useState(none);
  useEffect(() => {
    const read = () => setPromises(storedPromises.read() ?? none);
    read();
    return storedPromises.subscribe(read);
  }, []);
  return promises;
}
