import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../../lib/backend.ts';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { defineStoredValue } from '../../../lib/stored-values.ts';

/** The column that holds an entry's ciphertext: ours, or the one that some tables of the legacy product have (spec §3). */
export type PasswordColumn = 'password_encrypted' | 'encrypted_password';

const cachedColumn = defineStoredValue<PasswordColumn>({
  key: 'vault_password_column',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'password_encrypted' || text === 'encrypted_password' ? text : undefined),
  format: (column) => column,
});

/** Asks the table once which column it has, and remembers it in local storage. */
export async function passwordColumn(): Promise<Result<PasswordColumn, BackendFailure>> {
  const known = cachedColumn.read();
  if (known !== undefined) return succeed(known);
  const asked = await askTable((client) => client.from('vault_entries').select('password_encrypted').limit(1), z.unknown());
  // 42703: there is no such column (PostgreSQL, appendix A).
  const isOther = !asked.ok && asked.failure.code === 'refused' && asked.failure.reason === '42703';
  if (!asked.ok && !isOther) return asked;
  const column = isOther ? 'encrypted_password' : 'password_encrypted';
  cachedColumn.write(column);
  return succeed(column);
}
