import { pooled } from '@castellan/foundation/randomness';
import { argon2idOfLibsodium } from '@castellan/vault-core/crypto/argon2id-libsodium';
import { serveWorkerJobs } from '../../../lib/workers/worker-job-server.ts';
import type { VaultJobs } from '../contract/vault-work.ts';
import { createJobHandlers } from './job-handlers.ts';

// The vault's own process: keys and open entries are here and nowhere else, and its policy lets it speak to nobody but the page.
serveWorkerJobs<VaultJobs>(
  createJobHandlers({
    crypto: crypto.subtle,
    randomBytes: pooled((count) => crypto.getRandomValues(new Uint8Array(count))),
    clock: { nowMs: () => Date.now() },
    argon2id: argon2idOfLibsodium,
  }),
  (listener) => addEventListener('message', listener),
);
