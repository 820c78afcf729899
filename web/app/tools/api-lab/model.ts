import { z } from 'zod';

/** A name with its value; what is not enabled is kept and not sent. */
export const pairSchema = z.object({ name: z.string(), value: z.string(), enabled: z.boolean().default(true) });

const bodySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('json'), text: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('form'), fields: z.array(pairSchema) }),
  z.object({ kind: z.literal('multipart'), fields: z.array(pairSchema) }),
  z.object({ kind: z.literal('graphql'), query: z.string(), variables: z.string() }),
]);

const authSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inherit') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('basic'), username: z.string(), password: z.string() }),
  z.object({ kind: z.literal('bearer'), token: z.string() }),
  z.object({ kind: z.literal('apikey'), name: z.string(), value: z.string(), in: z.enum(['header', 'query']) }),
  z.object({
    kind: z.literal('oauth2'),
    tokenUrl: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    scope: z.string(),
    in: z.enum(['header', 'body']),
  }),
]);

/** A check of a response. `name`: the header's, or the path into the JSON. `value`: what is compared with, as text; for JSON, as JSON. */
const checkSchema = z.object({
  of: z.enum(['status', 'time', 'header', 'body', 'json']),
  name: z.string().default(''),
  is: z.enum(['equals', 'below', 'contains', 'exists']),
  value: z.string().default(''),
});

const requestSchema = z.object({
  kind: z.literal('request'),
  id: z.string(),
  name: z.string(),
  method: z.string(),
  /** Without its query. */
  url: z.string(),
  query: z.array(pairSchema),
  headers: z.array(pairSchema),
  body: bodySchema,
  auth: authSchema,
  checks: z.array(checkSchema),
});

export type Pair = z.infer<typeof pairSchema>;
export type Body = z.infer<typeof bodySchema>;
export type Auth = z.infer<typeof authSchema>;
export type Check = z.infer<typeof checkSchema>;
export type ApiRequest = z.infer<typeof requestSchema>;

/** A folder: what is in it inherits its authentication. */
export type Folder = {
  readonly kind: 'folder';
  readonly id: string;
  readonly name: string;
  readonly auth: Auth;
  readonly items: readonly Item[];
};
export type Item = Folder | ApiRequest;

const itemSchema: z.ZodType<Item> = z.lazy(() =>
  z.union([
    requestSchema,
    z.object({ kind: z.literal('folder'), id: z.string(), name: z.string(), auth: authSchema, items: z.array(itemSchema) }),
  ]),
);

/** Requests in folders, with the variables they share. */
export const collectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  auth: authSchema,
  variables: z.array(pairSchema),
  items: z.array(itemSchema),
});
export type ApiCollection = z.infer<typeof collectionSchema>;

/** Variables that are switched together: a development server's, the real one's. They win over the collection's. */
export const environmentSchema = z.object({ id: z.string(), name: z.string(), variables: z.array(pairSchema) });
export type Environment = z.infer<typeof environmentSchema>;

/** All that is kept. */
export const workspaceSchema = z.object({ collections: z.array(collectionSchema), environments: z.array(environmentSchema) });
export type Workspace = z.infer<typeof workspaceSchema>;

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
