import type { Release } from './release.ts';
import { workerPolicyName } from './worker-policy.ts';

/**
 * A manifest of WEBCAT (Freedom of the Press Foundation), as its extension reads one at the end of July 2026, to be signed with its own
 * tools. Paths begin with a slash; `default_index` does not. Hashes are SHA-256 as base64url without padding. An answer's policy must be
 * the one of its path in `extra_csp`, of the longest path there that it begins with, or else `default_csp`, character for character.
 */
export type WebcatManifest = {
  readonly name: string;
  /** A number, as text: the extension compares part by part between dots. */
  readonly version: string;
  readonly default_csp: string;
  readonly extra_csp: Readonly<Record<string, string>>;
  readonly default_index: string;
  readonly default_fallback: string;
  readonly files: Readonly<Record<string, string>>;
  /** Of each module that a script may compile. */
  readonly wasm: readonly string[];
};

type Given = {
  readonly name: string;
  readonly release: Release;
  /** The policy of each of the owner's pages, by its path. */
  readonly pagePolicies: Readonly<Record<string, string>>;
  /** The hashes of WebAssembly modules. */
  readonly wasm: readonly string[];
};

/** The manifest of a release on an origin that serves its files and nothing else. */
export function makeWebcatManifest({ name, release, pagePolicies, wasm }: Given): WebcatManifest {
  const { version, shell, files, policies } = release;
  const ofWorkers = Object.keys(files).flatMap((path) => {
    const kind = workerPolicyName(path);
    return kind === undefined ? [] : [[path, policies[kind]] as const];
  });
  const own: Readonly<Record<string, string>> = { ...pagePolicies, ...Object.fromEntries(ofWorkers) };
  // A policy holds for every path that begins with its own: `/dashboard.webmanifest` is no page.
  const paths = Object.keys(own);
  const covered = Object.keys(files).filter((path) => !Object.hasOwn(own, path) && paths.some((one) => path.startsWith(one)));
  return {
    ...{ name, version: String(version), default_csp: policies.page },
    extra_csp: { ...own, ...Object.fromEntries(covered.map((path) => [path, policies.page])) },
    ...{ default_index: shell.slice(1), default_fallback: shell },
    ...{ files, wasm: [...new Set(wasm)].toSorted() },
  };
}

/** How base64 of a WebAssembly module begins: its magic and version 1 (WebAssembly Core §5.5.16), without the last bits. */
const wasmStart = 'AGFzbQEAAA';

/** The WebAssembly modules that a script carries as base64 text, as base64. Linear in the length. */
export function findWasm(script: string): readonly string[] {
  const found: string[] = [];
  for (let at = script.indexOf(wasmStart); at !== -1; at = script.indexOf(wasmStart, at + wasmStart.length)) {
    let end = at;
    while (isBase64(script.charCodeAt(end))) end += 1;
    while (script[end] === '=') end += 1;
    found.push(script.slice(at, end));
  }
  return found;
}

function isBase64(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 43 || code === 47;
}
