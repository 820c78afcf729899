import { fail } from '@castellan/foundation/result';
import type { VaultBackups } from '../contract/vault-backup.ts';
import type { VaultCore } from '../session/store-core.ts';

/** Complete backups, whose code is fetched with the first that is made or opened: the vault's list opens without it. */
export function laterBackups(core: VaultCore): VaultBackups {
  const later = <Answer>(use: (backups: VaultBackups) => Promise<Answer>) =>
    import('./back-up.ts').then(
      ({ backupsOf }) => use(backupsOf(core)),
      () => fail({ code: 'unreachable' }),
    );
  return {
    begin: (...given) => later(({ begin }) => begin(...given)),
    decryptor: () => later(({ decryptor }) => decryptor()),
    outline: (...given) => later(({ outline }) => outline(...given)),
    open: (...given) => later(({ open }) => open(...given)),
  };
}
