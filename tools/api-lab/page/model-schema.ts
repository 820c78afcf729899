import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import type { ApiCollection, ApiRequest, Auth, Body, Check, Environment, FileRef, Item, Pair, VaultRef, Workspace } from './model.ts';

const vaultRef: z.ZodMiniType<VaultRef> = z.discriminatedUnion('part', [
  z.object({ entryId: z.string(), part: z.enum(['password', 'username']) }),
  z.object({ entryId: z.string(), part: z.literal('field'), name: z.string() }),
]);

const file: z.ZodMiniType<FileRef> = z.object({ name: z.string(), id: z.optional(z.string()) });

const pair: z.ZodMiniType<Pair> = z.object({
  name: z.string(),
  value: z.string(),
  enabled: z.boolean(),
  vault: z.optional(vaultRef),
  file: z.optional(file),
});

const body: z.ZodMiniType<Body> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.enum(['json', 'text']), text: z.string() }),
  z.object({ kind: z.enum(['form', 'multipart']), fields: z.array(pair) }),
  z.object({ kind: z.literal('file'), file }),
  z.object({ kind: z.literal('graphql'), query: z.string(), variables: z.string() }),
]);

const auth: z.ZodMiniType<Auth> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['inherit', 'none']) }),
  z.object({
    kind: z.literal('basic'),
    username: z.string(),
    password: z.string(),
    vault: z.optional(z.object({ username: z.optional(vaultRef), password: z.optional(vaultRef) })),
  }),
  z.object({ kind: z.literal('bearer'), token: z.string(), vault: z.optional(z.object({ token: z.optional(vaultRef) })) }),
  z.object({
    kind: z.literal('apikey'),
    name: z.string(),
    value: z.string(),
    in: z.enum(['header', 'query']),
    vault: z.optional(z.object({ value: z.optional(vaultRef) })),
  }),
  z.object({
    kind: z.literal('oauth2'),
    tokenUrl: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    scope: z.string(),
    in: z.enum(['header', 'body']),
  }),
]);

const check: z.ZodMiniType<Check> = z.object({
  of: z.enum(['status', 'time', 'header', 'body', 'json']),
  name: z.string(),
  is: z.enum(['equals', 'below', 'contains', 'exists']),
  value: z.string(),
});

const request: z.ZodMiniType<ApiRequest> = z.object({
  kind: z.literal('request'),
  id: z.string(),
  name: z.string(),
  method: z.string(),
  url: z.string(),
  query: z.array(pair),
  headers: z.array(pair),
  body,
  auth,
  checks: z.array(check),
});

const item: z.ZodMiniType<Item> = z.lazy(() =>
  z.union([request, z.object({ kind: z.literal('folder'), id: z.string(), name: z.string(), auth, items: z.array(item) })]),
);

/** What a stored collection must be. */
export const collectionSchema: z.ZodMiniType<ApiCollection> = z.object({
  id: z.string(),
  name: z.string(),
  auth,
  variables: z.array(pair),
  items: z.array(item),
});

/** What a stored environment must be. */
export const environmentSchema: z.ZodMiniType<Environment> = z.object({ id: z.string(), name: z.string(), variables: z.array(pair) });

const workspace: z.ZodMiniType<Workspace> = z.object({ collections: z.array(collectionSchema), environments: z.array(environmentSchema) });

/** A workspace from the text that a browser kept; `undefined` where it is none. */
export function parseWorkspace(text: string): Workspace | undefined {
  return workspace.safeParse(parseJson(text)).data;
}
