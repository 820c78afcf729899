import { pooled } from '@castellan/foundation/randomness';
import { argon2idOfLibsodium } from '@castellan/vault-core/argon2id-libsodium';
import { createKeeper } from './keeper.ts';
import { serveKeeper } from './serve-keeper.ts';

// The vault's own process: keys and open entries are here and nowhere else, and its policy lets it speak to nobody but the page.
serveKeeper(
  createKeeper({
    crypto: crypto.subtle,
    randomBytes: pooled((count) => crypto.getRandomValues(new Uint8Array(count))),
    clock: { nowMs: () => Date.now() },
    argon2id: argon2idOfLibsodium,
  }),
  (listener) => addEventListener('message', listener),
);
