/** What tests use of `packages.mjs`, which Node 18 has to understand. */
export function missingPackages(stamp: string, lock: string, wantsTools: boolean): 'none' | 'all' | 'tools';
export function canInstallForNewer(version: string): boolean;
