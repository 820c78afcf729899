/** What the page's policy names; the browser lets no other policy be made (security-headers.ts). */
const policyName = 'site-worker';

/** How the build names worker scripts: a stable prefix, what they declare to need, and a hash of what is in them (vite.config.ts, static-files.ts). The service worker has one name for good. */
const builtWorker = /^\/(?:assets\/worker-[a-z][\w-]*(?:\.[\w.]+-[\w-]{8})?|sw)\.js$/;

/**
 * Starts one of the build's own worker scripts, as a module. Throws on every other address. Behind it stands the page's only
 * Trusted Types policy, so that no other code of the page can start a worker or load a script from a string.
 */
export function openWorker(address: string): Worker {
  return new Worker(trustedAddress(address), { type: 'module' });
}

/** The address if it is a worker script of this origin's build; throws otherwise. `development` accepts what Vite serves unbuilt. */
export function workerAddress(address: string, origin: string, development: boolean): string {
  const url = new URL(address, origin);
  const isBuilt = builtWorker.test(url.pathname) && url.search === '' && url.hash === '';
  const isUnbuilt = development && url.searchParams.has('worker_file');
  if (url.origin !== origin || url.username !== '' || !(isBuilt || isUnbuilt)) throw new TypeError('this is not one of our worker scripts');
  return url.href;
}

/** TypeScript's DOM knows no Trusted Types. What the policy makes is accepted wherever a script's address is. */
type TrustedTypes = {
  readonly createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => AddressPolicy;
};

type AddressPolicy = { readonly createScriptURL: (address: string) => string | URL };

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

let policy: AddressPolicy | undefined;

/** The address as Trusted Types want it. Throws on what is not one of the build's own worker scripts. */
export function trustedAddress(address: string): string | URL {
  const rules = { createScriptURL: (wanted: string) => workerAddress(wanted, window.location.origin, import.meta.env.DEV) };
  // Made once: a second one of the same name is refused. Browsers without Trusted Types get the same check.
  policy ??= window.trustedTypes?.createPolicy(policyName, rules) ?? rules;
  return policy.createScriptURL(address);
}
