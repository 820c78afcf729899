import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The two files of zod that write JSON Schema. Every schema refers to them, so that no bundler leaves them out by itself. */
const written = /\/node_modules\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/**
 * Leaves out of the build what zod writes JSON Schema with: nobody here asks for one, and it is a tenth of what a page of the owner's
 * fetches of zod. What is left out throws where it is called.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'castellan:without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (written.test(id) ? standIn(readFileSync(id, 'utf8')) : null),
  };
}

/** A module with the same exports, each of which throws when it is called; what makes a method throws when that is called. */
export function standIn(source: string): string {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
  const exported = names.map((name) => `export const ${name} = ${name.startsWith('create') ? '() => missing' : 'missing'};`);
  return [`const missing = () => { throw new Error('JSON Schema is not part of this build'); };`, ...exported].join('\n');
}
