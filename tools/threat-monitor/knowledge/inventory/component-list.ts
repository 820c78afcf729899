import { cleanText } from '@castellan/exports/plain-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { InventoryPackage, LeftOut, LeftOutReason } from '../inventory.ts';

/** Why a file is no inventory, in a sentence, with the line where there is one. */
export type InventoryFailure = {
  readonly code: 'inventory_malformed' | 'inventory_unknown' | 'inventory_too_long';
  readonly message: string;
};

/** What kind of file it was, its packages, and what cannot be looked up; each once, in the file's order. */
export type Inventory = { readonly format: string; readonly packages: readonly InventoryPackage[]; readonly leftOut: readonly LeftOut[] };

/** What a reader of one format answers. */
export type InventoryRead = Result<Inventory, InventoryFailure>;

/** Of packages, and of what is left out. */
export const maxComponents = 20_000;
const maxNameLength = 300;

/** Takes a file's components, one after the other. */
export type ComponentList = {
  readonly add: (ecosystem: string, name: string, version: string) => void;
  readonly leave: (reason: LeftOutReason, name: string, version?: string, detail?: string) => void;
  readonly finish: (format: string) => InventoryRead;
};

/** An empty list. The same component twice is one; every component that is added is in the answer, or the answer is a failure. */
export function createComponentList(): ComponentList {
  const packages = new Map<string, InventoryPackage>();
  const leftOut = new Map<string, LeftOut>();
  const leave: ComponentList['leave'] = (reason, name, version = '', detail = '') => {
    const one = {
      reason,
      name: cleanText(name, maxNameLength),
      version: cleanText(version, 120),
      detail: cleanText(detail, maxNameLength),
    };
    leftOut.set(Object.values(one).join('\t'), one);
  };
  return {
    leave,
    add: (ecosystem, name, version) => {
      if (name === '') {
        leave('malformed', `${ecosystem} package`, version, 'no name');
        return;
      }
      if (isNoVersion(version)) {
        leave('no_version', name, '', ecosystem);
        return;
      }
      if (isRange(version)) {
        leave('range', name, version, ecosystem);
        return;
      }
      // No registry has such names or versions; stored, they would be other packages.
      if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name + version) || name.length > maxNameLength || version.length > maxNameLength) {
        leave('malformed', name, version, ecosystem);
        return;
      }
      packages.set(`${ecosystem}\t${name}\t${version}`, { ecosystem, name, version });
    },
    finish: (format) => {
      if (packages.size > maxComponents) return refuse('inventory_too_long', 'An inventory has at most 20,000 packages.');
      return succeed({ format, packages: [...packages.values()], leftOut: [...leftOut.values()] });
    },
  };
}

function isNoVersion(version: string): boolean {
  return version === '' || /^(?:unknown|latest|none|noassertion|\(devel\)|\*)$/i.test(version);
}

/** `^1.2.0`, `>=2`, `1.x || 2.x`, `1.*`, `[1.0,2.0)`: ranges of any of the ecosystems. */
function isRange(version: string): boolean {
  return /^[\^~<>=![(]|[*|,\s]/.test(version);
}

/** A failure. */
export function refuse(code: InventoryFailure['code'], message: string): Result<never, InventoryFailure> {
  return fail({ code, message });
}

/** A failure at a line, counted from 1. */
export function refuseLine(line: number, message: string): Result<never, InventoryFailure> {
  return refuse('inventory_malformed', `Line ${line}: ${message}`);
}

/** A value of a parsed document by its name; its own fields alone. */
export function pick(input: unknown, name: string): unknown {
  return isRecord(input) && Object.hasOwn(input, name) ? input[name] : undefined;
}

/** A text by its name; empty where it is no text. */
export function pickText(input: unknown, name: string): string {
  const value = pick(input, name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A list by its name; empty where it is none. */
export function pickList(input: unknown, name: string): readonly unknown[] {
  const value = pick(input, name);
  return Array.isArray(value) ? value : [];
}

/** Fields by a name; none where it is no record. */
export function pickEntries(input: unknown, name: string): readonly (readonly [string, unknown])[] {
  const value = pick(input, name);
  return isRecord(value) ? Object.entries(value) : [];
}

/** Whether a value has fields. */
export function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Where a dependency comes from that no registry gave, by how it is written; `undefined` where it looks like a registry's. */
export function originOf(spec: string): 'local' | 'repository' | 'address' | undefined {
  if (/^(?:file|link|portal|workspace|directory):|^\.{1,2}(?:\/|$)|^\//.test(spec)) return 'local';
  if (/^(?:git|github|gitlab|bitbucket|gist|ssh|hg|svn|bzr)(?:[+:@]|$)|\.git(?:[#?]|$)|^https:\/\/(?:codeload\.)?github\.com\//.test(spec))
    return 'repository';
  return undefined;
}
