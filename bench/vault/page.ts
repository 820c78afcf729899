// The page of the benchmark: it starts a Worker for each side, so that none clears up after the other, and leaves them and the
// search where the measuring program finds them.
import { typeQueries } from './type-queries.ts';

const start = () => new Worker(new URL('./in-browser.ts', import.meta.url), { type: 'module' });

Reflect.set(globalThis, 'vaultBench', { ours: start(), bitwarden: start() });
Reflect.set(globalThis, 'typeQueries', typeQueries);
