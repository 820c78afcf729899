// The page of the benchmark: it starts the Worker, and leaves it and the search where the measuring program finds them.
import { typeQueries } from './type-queries.ts';

Reflect.set(globalThis, 'vaultBench', new Worker(new URL('./in-browser.ts', import.meta.url), { type: 'module' }));
Reflect.set(globalThis, 'typeQueries', typeQueries);
