import * as z from 'zod/mini';
import frozenOneFile from './vectors/frozen-v1.json' with { type: 'json' };
import frozenTwoFile from './vectors/frozen-v2.json' with { type: 'json' };
import frozenChainedFile from './vectors/frozen-v2-chained.json' with { type: 'json' };
import frozenHintsFile from './vectors/frozen-v2-hints.json' with { type: 'json' };

const files: Readonly<Record<string, unknown>> = {
  'frozen-v1.json': frozenOneFile,
  'frozen-v2.json': frozenTwoFile,
  'frozen-v2-chained.json': frozenChainedFile,
  'frozen-v2-hints.json': frozenHintsFile,
};

/** What a vector file holds, unread. */
export function readVector(name: string): unknown {
  return files[name];
}

const slot = z.object({
  id: z.string(),
  kind: z.string(),
  key_id: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  wrapped: z.string(),
});
const row = z.looseObject({ id: z.string(), password_encrypted: z.string(), icon: z.nullable(z.string()) });
const stored = z.object({
  snapshot: z.looseObject({
    vault_id: z.string(),
    slots: z.array(slot),
    parts: z.array(z.object({ part: z.int(), envelope: z.string() })),
  }),
  rows: z.array(row),
});
const frozenSchema = z.object({
  userId: z.string(),
  master: z.string(),
  recoveryKey: z.string(),
  passkey: z.object({ credentialId: z.string(), prfOutput: z.string() }),
  device: z.object({ slotId: z.string(), key: z.string(), share: z.string() }),
  icon: z.string(),
  vault: stored,
  rotating: z.extend(stored, { master: z.string() }),
});
/** The frozen vault of version 2 from before heads had a chain, in the shape in which another program would read it. */
export const frozen = frozenSchema.parse(readVector('frozen-v2.json'));
const history = z.array(z.looseObject({ epoch: z.int(), chain: z.string(), digest: z.string() }));
const chainedSchema = z.extend(frozenSchema, { vault: z.extend(stored, { history }) });
/** The same vault with the history of its heads, from before an entry's details told what its secrets hold. */
export const frozenChained = chainedSchema.parse(readVector('frozen-v2-chained.json'));
/** The same vault as it is made now. */
export const frozenHinted = chainedSchema.parse(readVector('frozen-v2-hints.json'));
/** The frozen rows of version 1. */
export const frozenOne = z
  .object({ master: z.string(), checkValue: z.string(), rows: z.array(z.object({ encoding: z.string(), password: z.string(), row })) })
  .parse(readVector('frozen-v1.json'));
