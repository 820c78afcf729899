import type { Sealer, VaultSealer } from '../sealer.ts';
import { sealerOf } from '../write-sealed.ts';
import { verifiedCopies } from './verified-copies.ts';

/** The vault as this browser's records layer needs it, with the copies that this browser keeps. */
export function deviceSealerOf(vault: VaultSealer): Sealer {
  return sealerOf(vault, verifiedCopies(indexedDB));
}
