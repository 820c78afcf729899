import { succeed } from '@castellan/foundation/result';
import { findingsList, storedFilesList, vaultLists } from '../passport/backup-findings.ts';
import type { ListSource } from '../passport/export-file.ts';
import type { Row } from '../passport/exported-tables.ts';
import type { BackedFilePart, BackupFinding, BackupUnderWay } from '../vault/contract/vault-backup.ts';
import type { ToolFailure } from '../vault/contract/vault-tools.ts';
import { readObjectName } from '../vault/files/part-name.ts';

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
  { check, checkFiles, findings }: Pick<BackupUnderWay, 'check' | 'checkFiles' | 'findings'>,
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
      if (source.name === storedFilesList)
        return {
          ...source,
          readPage: async (...given) => {
            const page = await source.readPage(...given);
            // Also where there is none: what records name is missing then.
            const checked = page.ok ? await checkFiles(source.name, await Promise.all(page.value.map(filePart))) : undefined;
            if (checked?.ok === false) throw stop(checked.failure);
            return page;
          },
        };
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

/** What of a file's part the check wants. */
async function filePart({ name, content }: Row): Promise<BackedFilePart> {
  const [, part] = String(name).split('/');
  const bytes = Uint8Array.from(atob(String(content)), (mark) => mark.charCodeAt(0));
  return { id: readObjectName(String(name)).id, index: Number(part), digest: new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) };
}

/** What of a sealed record the check wants. */
const sealedPart = ({ id, version, sealed, deleted_at }: Row): Row => ({ id, version, sealed, deleted_at });
