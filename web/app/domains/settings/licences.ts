/** One work that Castellan stands on. */
export type LicencedWork = { readonly name: string; readonly licence: string };

/** The database and the typefaces, which are no packages of ours. */
export const foundations: readonly LicencedWork[] = [
  { name: 'Archivo', licence: 'OFL-1.1' },
  { name: 'Azeret Mono', licence: 'OFL-1.1' },
  { name: 'PostgreSQL', licence: 'PostgreSQL' },
];

/** Every package that runs in the server or the browser, by name, as the packages themselves say (SPDX identifiers). */
export const packages: readonly LicencedWork[] = [
  { name: '@cantoo/pdf-lib', licence: 'MIT' },
  { name: '@hono/node-server', licence: 'MIT' },
  { name: '@ip-location-db/geo-whois-asn-country-mmdb', licence: 'CC0-1.0' },
  { name: '@node-rs/bcrypt', licence: 'MIT' },
  { name: '@pdf-lib/fontkit', licence: 'MIT' },
  { name: '@phosphor-icons/react', licence: 'MIT' },
  { name: '@react-router/node', licence: 'MIT' },
  { name: '@resvg/resvg-wasm', licence: 'MPL-2.0' },
  { name: '@simplewebauthn/server', licence: 'MIT' },
  { name: '@supabase/supabase-js', licence: 'MIT' },
  { name: '@zxcvbn-ts/core', licence: 'MIT' },
  { name: '@zxcvbn-ts/language-common', licence: 'MIT' },
  { name: '@zxcvbn-ts/language-en', licence: 'MIT' },
  { name: 'chrono-node', licence: 'MIT' },
  { name: 'cmu-pronouncing-dictionary', licence: 'ISC' },
  { name: 'csp_evaluator', licence: 'Apache-2.0' },
  { name: 'eventsource-parser', licence: 'MIT' },
  { name: 'fflate', licence: 'MIT' },
  { name: 'hash-wasm', licence: 'MIT' },
  { name: 'hono', licence: 'MIT' },
  { name: 'htmlparser2', licence: 'MIT' },
  { name: 'ipaddr.js', licence: 'MIT' },
  { name: 'isbot', licence: 'Unlicense' },
  { name: 'jose', licence: 'MIT' },
  { name: 'kdbxweb', licence: 'MIT' },
  { name: 'libsodium-wrappers-sumo', licence: 'ISC' },
  { name: 'mmdb-lib', licence: 'MIT' },
  { name: 'papaparse', licence: 'MIT' },
  { name: 'parse5', licence: 'MIT' },
  { name: 'pg', licence: 'MIT' },
  { name: 'react', licence: 'MIT' },
  { name: 'react-dom', licence: 'MIT' },
  { name: 'react-router', licence: 'MIT' },
  { name: 'rrule', licence: 'BSD-3-Clause' },
  { name: 'shell-quote', licence: 'MIT' },
  { name: 'syllable', licence: 'MIT' },
  { name: 'tldts', licence: 'MIT' },
  { name: 'undici', licence: 'MIT' },
  { name: 'uqr', licence: 'MIT' },
  { name: 'ws', licence: 'MIT' },
  { name: 'zod', licence: 'MIT' },
];
