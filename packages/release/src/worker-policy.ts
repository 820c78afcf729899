import type { Release } from './release.ts';
import { releaseAddresses } from './release-addresses.ts';

/**
 * Which of a release's policies goes with a file: workers bring one of their own, other files need none. The build names worker scripts
 * `worker-`, the module's name with what it declares to need, and a hash of what is in it (web/vite.config.ts): `X.worker.ts` needs nothing,
 * `X.wasm.worker.ts` WebAssembly; nothing else can be needed. A part is loaded by a worker and is none, whatever its name.
 */
export function workerPolicyName(path: string): Exclude<keyof Release['policies'], 'page'> | undefined {
  if (path === releaseAddresses.worker) return 'service-worker';
  const [isWorker, stem, needs] = /^\/assets\/worker-([\w-]+)(?:\.([\w.]+)-[\w-]{8})?\.js$/.exec(path) ?? [];
  if (isWorker === undefined) return undefined;
  return needs === 'wasm' && !stem?.startsWith('part-') ? 'wasm-worker' : 'worker';
}
