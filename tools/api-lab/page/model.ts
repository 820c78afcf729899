/** What stands for a value that is in the vault: an entry, and the part of it that is sent. Never the value. */
export type VaultRef =
  | { readonly entryId: string; readonly part: 'password' | 'username' }
  | { readonly entryId: string; readonly part: 'field'; readonly name: string };

/** What stands for a file: its name; `id` finds it in this tab's memory. Without an id, or after a reload, it must be chosen again. */
export type FileRef = { readonly name: string; readonly id?: string | undefined };

/** A name with its value; what is not enabled is kept and not sent. Of a variable the vault, of a part of a form a file may be the value. */
export type Pair = {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly vault?: VaultRef | undefined;
  readonly file?: FileRef | undefined;
};

/** What a request carries. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json' | 'text'; readonly text: string }
  | { readonly kind: 'form' | 'multipart'; readonly fields: readonly Pair[] }
  | { readonly kind: 'file'; readonly file: FileRef }
  | { readonly kind: 'graphql'; readonly query: string; readonly variables: string };

/** Fields of an authentication whose values are in the vault. */
export type VaultFields<Name extends string> = { readonly vault?: { readonly [Field in Name]?: VaultRef | undefined } | undefined };

/** How a request proves who it comes from. */
export type Auth =
  | { readonly kind: 'inherit' | 'none' }
  | ({ readonly kind: 'basic'; readonly username: string; readonly password: string } & VaultFields<'username' | 'password'>)
  | ({ readonly kind: 'bearer'; readonly token: string } & VaultFields<'token'>)
  | ({ readonly kind: 'apikey'; readonly name: string; readonly value: string; readonly in: 'header' | 'query' } & VaultFields<'value'>)
  | {
      readonly kind: 'oauth2';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string;
      readonly in: 'header' | 'body';
    };

/** A check of a response. `name`: the header's, or the path into the JSON. `value`: what is compared with, as text; for JSON, as JSON. */
export type Check = {
  readonly of: 'status' | 'time' | 'header' | 'body' | 'json';
  readonly name: string;
  readonly is: 'equals' | 'below' | 'contains' | 'exists';
  readonly value: string;
};

/** A request. `url` is without its query. */
export type ApiRequest = {
  readonly kind: 'request';
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: Body;
  readonly auth: Auth;
  readonly checks: readonly Check[];
};

/** A folder: what is in it inherits its authentication. */
export type Folder = {
  readonly kind: 'folder';
  readonly id: string;
  readonly name: string;
  readonly auth: Auth;
  readonly items: readonly Item[];
};
export type Item = Folder | ApiRequest;

/** Requests in folders, with the variables they share. */
export type ApiCollection = {
  readonly id: string;
  readonly name: string;
  readonly auth: Auth;
  readonly variables: readonly Pair[];
  readonly items: readonly Item[];
};

/** Variables that are switched together: a development server's, the real one's. They win over the collection's. */
export type Environment = { readonly id: string; readonly name: string; readonly variables: readonly Pair[] };

/** All that is kept. */
export type Workspace = { readonly collections: readonly ApiCollection[]; readonly environments: readonly Environment[] };

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A random id of 128 bits. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A request with nothing but what is given. */
export function makeRequest(given: Partial<Omit<ApiRequest, 'kind'>> = {}): ApiRequest {
  return {
    kind: 'request',
    id: newId(),
    name: 'New request',
    method: 'GET',
    url: '',
    query: [],
    headers: [],
    body: { kind: 'none' },
    auth: { kind: 'inherit' },
    checks: [],
    ...given,
  };
}

/** A collection with nothing but what is given. */
export function makeCollection(given: Partial<ApiCollection> = {}): ApiCollection {
  return { id: newId(), name: 'My requests', auth: { kind: 'none' }, variables: [], items: [], ...given };
}

/** Each request of a collection in order, with the folders above it. */
export function requestsOf(items: readonly Item[], above: readonly Folder[] = []): readonly (readonly [ApiRequest, readonly Folder[]])[] {
  return items.flatMap((item) => (item.kind === 'request' ? [[item, above] as const] : requestsOf(item.items, [...above, item])));
}

/** The authentication that holds for a request: its own, or that of the nearest folder, or the collection's. */
export function authFor(request: ApiRequest, above: readonly Folder[], collection: ApiCollection): Auth {
  const chain = [request.auth, ...above.map(({ auth }) => auth).toReversed(), collection.auth];
  return chain.find(({ kind }) => kind !== 'inherit') ?? { kind: 'none' };
}
