// The page of the benchmark: it starts the Worker and leaves it where the measuring program finds it.
Reflect.set(globalThis, 'vaultBench', new Worker(new URL('./in-browser.ts', import.meta.url), { type: 'module' }));
