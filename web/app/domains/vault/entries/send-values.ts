import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { ReleaseFailure, VaultSending } from '../contract/vault-sending.ts';
import type { CommonJobFailure } from '../session/failure-of.ts';
import { failureOfJob } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';
import { readFromRow, recordAct } from './save-entries.ts';

/** What other apps may ask of an open vault to send. */
export function sendingOf(core: VaultCore): VaultSending {
  const termsOf = async (id: string) => explained(await readFromRow(core, () => core.client.ask('sendingTerms', { id }), id));
  return {
    allowedOrigins: async (id) => {
      const terms = await termsOf(id);
      return terms.ok ? { ...terms, value: terms.value.origins } : terms;
    },
    fieldNames: async (id) => {
      const terms = await termsOf(id);
      if (!terms.ok) return terms;
      recordAct(core, id, 'view');
      return { ...terms, value: terms.value.fields };
    },
    release: async (id, what, origins): Promise<Result<string, ReleaseFailure>> => {
      const value = await readFromRow(core, () => core.client.ask('releaseValue', { id, what, origins }), id);
      if (value.ok) recordAct(core, id, 'send');
      if (value.ok) return value;
      const { code } = value.failure;
      return fail(code === 'origin_not_allowed' || code === 'field_missing' ? { code } : failureOfJob({ code }));
    },
    changeOrigins: async (changes) => {
      if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
      const written = await writeVault(core, (client) => client.ask('prepareOrigins', changes), failureOfJob);
      return written.ok ? succeed(undefined) : written;
    },
  };
}

function explained<Value>(result: Result<Value, CommonJobFailure>): Result<Value, VaultFailure> {
  return result.ok ? result : fail(failureOfJob(result.failure));
}
