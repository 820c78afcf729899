import { succeed } from '@castellan/foundation/result';
import { findingsList, vaultLists } from '../passport/backup-findings.ts';
import type { ListSource } from '../passport/export-file.ts';
import type { Row } from '../passport/exported-tables.ts';
import type { BackupFinding, BackupUnderWay } from '../vault/contract/vault-backup.ts';
import type { ToolFailure } from '../vault/contract/vault-tools.ts';

/** Lists of a backup that are held against its vault while they are read. `failure`: why that came to an end, if it did. */
export type CheckedLists = {
  readonly check: (source: ListSource) => ListSource;
  /** The list of what was found. To be read after every other one. */
  readonly found: ListSource;
  readonly findings: () => readonly BackupFinding[];
  readonly failure: () => ToolFailure | undefined;
};

/** Holds entries and sealed records against the vault. `collections`: what the records of each sealed list are called, by its name. */
export function checkedLists(
  { check, findings }: Pick<BackupUnderWay, 'check' | 'findings'>,
  collections: Readonly<Record<string, string>>,
): CheckedLists {
  let found: readonly BackupFinding[] = [];
  let failure: ToolFailure | undefined;
  const stop = (why: ToolFailure) => {
    failure = why;
    return new Error(why.code);
  };
  return {
    check: (source) => {
      const collection = collections[source.name];
      if (collection === undefined && source.name !== vaultLists.entries) return source;
      return {
        ...source,
        readPage: async (...given) => {
          const page = await source.readPage(...given);
          if (!page.ok || page.value.length === 0) return page;
          const checked = await check(source.name, collection, collection === undefined ? page.value : page.value.map(sealedPart));
          if (!checked.ok) throw stop(checked.failure);
          return page;
        },
      };
    },
    found: {
      name: findingsList,
      key: 'id',
      pageRows: Number.POSITIVE_INFINITY,
      readPage: async () => {
        const answer = await findings(vaultLists.entries, collections);
        if (!answer.ok) throw stop(answer.failure);
        found = answer.value;
        return succeed(found);
      },
    },
    findings: () => found,
    failure: () => failure,
  };
}

/** What of a sealed record the check wants. */
const sealedPart = ({ id, version, sealed, deleted_at }: Row): Row => ({ id, version, sealed, deleted_at });
