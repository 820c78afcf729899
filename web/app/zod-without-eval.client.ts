// zod probes at its first schema whether it may make functions from text. The content security policy says no, and each
// probe would be reported as a violation. This runs before any page's code, and only here: the server may go on making them.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
