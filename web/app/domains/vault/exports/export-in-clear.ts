import { fail, type Result, succeed } from '@castellan/foundation/result';
import { explainProof, secretOf } from '../access/change-ways.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { ExportProof } from '../contract/vault-tools.ts';
import type { VaultCore } from '../session/store-core.ts';

/** What leaves readable, as the log names it: no title and no text of a record. */
export type ClearExport = {
  /** The app's id. */
  readonly app: string;
  /** What leaves, as a sentence begins with it: `Notes`. */
  readonly what: string;
  /** The form of the file: `an Obsidian vault`. */
  readonly format: string;
  /** How much of it. */
  readonly counts: Readonly<Record<string, number>>;
};

/** Writes a row of the log. */
type ExportLog = (description: string, metadata: Readonly<Record<string, string | number>>) => void;

const ways: Readonly<Record<ExportProof['kind'], string>> = { master: 'the master password', passkey: 'a passkey' };

/**
 * Begins a readable file of sealed records, for whoever shows once more what opens the vault's key: an open screen alone gives none
 * away. The Worker decides, the log is told, and only then is `begin` called; it asks `isOver` before it hands anything out, because
 * a lock may overtake it.
 */
export async function exportInClear(
  core: VaultCore,
  log: ExportLog,
  { app, what, format, counts }: ClearExport,
  proof: ExportProof,
  begin: (isOver: () => boolean) => Promise<void>,
): Promise<Result<undefined, VaultFailure>> {
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  const { run } = core;
  const secret = await secretOf(core, proof);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!secret.ok) return secret;
  const proven = await core.client.ask('prove', { authority: secret.value });
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!proven.ok) return fail(explainProof(proof)(proven.failure));
  log(`${what} exported as ${format}, proven by ${ways[proof.kind]}`, { ...counts, action: 'export', app, format, way: proof.kind });
  await begin(() => core.isOver(run));
  return succeed(undefined);
}
