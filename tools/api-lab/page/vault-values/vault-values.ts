import type { Result } from '@castellan/foundation/result';
import type { Placed } from '../change-workspace.ts';
import { type Auth, authFor, type Environment, type VaultRef } from '../model.ts';
import type { Secrets, Variables } from '../sending/variables.ts';
import { variablesOf, vaultVariablesOf } from '../sending/variables.ts';

/** Why a value of the vault is not to be had. `name`: the variable's. */
export type VaultValueFailure = { readonly code: VaultValueCode; readonly name: string };

type VaultValueCode =
  | ('vault_absent' | 'vault_locked' | 'vault_entry_missing' | 'vault_field_missing' | 'vault_empty' | 'vault_unreadable')
  /** The vault itself says that the value may not go there. */
  | 'vault_origin_refused'
  /** Of the page's code. */
  | 'part_missing';

/** An entry as it is chosen from: nothing secret is in it. */
export type VaultEntry = { readonly id: string; readonly title: string; readonly username: string };

/** An entry and an origin that it is not yet allowed to be sent to. */
export type OriginQuestion = {
  readonly entryId: string;
  readonly origin: string;
  /** What of the entry would go there. */
  readonly parts: readonly VaultRef[];
  /** The messages that it would go with. */
  readonly messages: readonly { readonly method: string; readonly label: string }[];
};

/** A question to the owner that ends with a yes, a no, or the signal. */
export type AskOwner = (questions: readonly OriginQuestion[], signal: AbortSignal) => Promise<Result<boolean, SourceFailure>>;

export type SourceFailure = Pick<VaultValueFailure, 'code'>;

/** The vault as far as the lab asks it. `read` and `fieldNames` are recorded in the log. Nothing here rejects. */
export type VaultSource = {
  readonly entries: () => readonly VaultEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Names of an entry's own fields; `undefined` where they cannot be read. */
  readonly fieldNames: (entryId: string) => Promise<readonly string[] | undefined>;
  /** The origins that an entry's values may go to; they are sealed with it. */
  readonly allowedOrigins: (entryId: string) => Promise<Result<readonly string[], SourceFailure>>;
  /** Seals the origins with their entries: all or none. */
  readonly allow: (questions: readonly Pick<OriginQuestion, 'entryId' | 'origin'>[]) => Promise<Result<undefined, SourceFailure>>;
  readonly disallow: (entryId: string, origin: string) => Promise<Result<undefined, SourceFailure>>;
  /** A value, for messages to these origins. The vault gives none out that may not go to each of them. */
  readonly read: (ref: VaultRef, origins: readonly string[]) => Promise<Result<string, SourceFailure>>;
  /** Asks the owner whether all of these may be sent; answers no where the page is left. Without it nothing new is allowed. */
  readonly ask?: AskOwner;
};

/** What fills a request: variables, authentication, and which names stand for values in the vault. */
export type Filling = { readonly auth: Auth; readonly variables: Variables; readonly refs: ReadonlyMap<string, VaultRef> };

/** What fills a request here: the environment's variables win over the collection's. */
export function fillingOf({ request, above, collection }: Placed, environment: Environment | undefined): Filling {
  const lists = [collection.variables, environment?.variables ?? []];
  const { auth, refs } = namedVault(authFor(request, above, collection));
  return { auth, variables: variablesOf(...lists), refs: new Map([...vaultVariablesOf(...lists), ...refs]) };
}

/** An authentication with names in the place of values that are in the vault: `{{$vault.password}}`. */
export function namedVault(auth: Auth): { readonly auth: Auth; readonly refs: ReadonlyMap<string, VaultRef> } {
  if (!('vault' in auth) || auth.vault === undefined) return { auth, refs: new Map() };
  const given = Object.entries(auth.vault).flatMap(([field, ref]) => (ref === undefined ? [] : [[field, ref] as const]));
  const names = Object.fromEntries(given.map(([field]) => [field, `{{$vault.${field}}}`]));
  return { auth: { ...auth, ...names, vault: undefined }, refs: new Map(given.map(([field, ref]) => [`$vault.${field}`, ref])) };
}

/** Notes which names of the vault are asked for, and gives none of their values. */
export function watchNames(refs: ReadonlyMap<string, VaultRef>): { readonly secrets: Secrets; readonly used: Set<string> } {
  const used = new Set<string>();
  const get = (name: string) => {
    if (refs.has(name)) used.add(name);
    return undefined;
  };
  return { secrets: { get }, used };
}
