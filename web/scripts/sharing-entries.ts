import type { Plugin } from 'vite';

/**
 * Lets the file of a page hold what others import from it, and not its route's exports alone. Without it the bundler would take
 * imports into files of pages that do not need them. The router's own plugin sets the stricter rule, so this one comes after it.
 */
export function sharingEntries(): Plugin {
  return {
    name: 'castellan:sharing-entries',
    enforce: 'post',
    configEnvironment: (name) =>
      name === 'client' ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } } : undefined,
  };
}
