import type { Queryable } from '@castellan/platform/core/database';
import { type InventoryPackage, readPackages } from '../knowledge/inventory.ts';
import type { PackageMatch } from '../knowledge/join-threats.ts';
import type { SsvcPoints } from '../knowledge/ssvc.ts';
import type { KeptAdvisory } from './ask-osv.ts';
import type { FeedStore } from './keep-feed.ts';

/** An inventory of packages as it is to be asked for. */
export type PackageInventory = {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
  readonly checkedAtMs: number | undefined;
  readonly packageCount: number;
  /** As it is stored; null where the file was read before components that are left out were counted. */
  readonly leftOut: string | null;
};

/** What OSV last said of one inventory; `isCurrent`: of the packages that it has now. */
export type InventoryMatches = {
  readonly inventoryId: string;
  readonly checkedAtMs: number;
  readonly isCurrent: boolean;
  readonly matches: readonly PackageMatch[];
};

/** An answer of CISA's, with or without points. */
export type Assessment = { readonly cve: string; readonly points: SsvcPoints | undefined; readonly askedAtMs: number };

/** Where everything is kept, for all servers together. */
export type ThreatStore = {
  readonly feeds: FeedStore;
  /** Inventories that are not in the trash. */
  readonly packageInventories: () => Promise<readonly PackageInventory[]>;
  readonly packagesOf: (id: string) => Promise<readonly InventoryPackage[]>;
  readonly products: () => Promise<readonly string[]>;
  readonly matches: () => Promise<readonly InventoryMatches[]>;
  readonly keepMatches: (of: PackageInventory, matches: readonly PackageMatch[], checkedAtMs: number) => Promise<void>;
  readonly advisories: (ids: readonly string[]) => Promise<readonly KeptAdvisory[]>;
  /** Keeps these, and forgets those that no inventory has any more. */
  readonly keepAdvisories: (advisories: readonly KeptAdvisory[]) => Promise<void>;
  readonly assessments: () => Promise<readonly Assessment[]>;
  readonly keepAssessment: (cve: string, points: SsvcPoints | undefined, askedAtMs: number) => Promise<void>;
};

const ofOwner = 'inventory.deleted_at is null and inventory.user_id = (select user_id from private.owner)';

/** `queryable` is connected as `postgres`. */
export function createThreatStore(queryable: Queryable): ThreatStore {
  const rows: QueryRows = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await queryable.query<Row>(text, [...values])).rows;
  return { feeds: feedStore(rows), ...inventoryStore(rows), ...answerStore(rows) };
}

type QueryRows = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

function feedStore(rows: QueryRows): FeedStore {
  return {
    read: async (id) => {
      const [row] = await rows<{ body: Buffer; etag: string | null; last_modified: string | null; fetched_at: Date; confirmed_at: Date }>(
        'select body, etag, last_modified, fetched_at, confirmed_at from private.threat_feeds where id = $1',
        [id],
      );
      if (row === undefined) return undefined;
      return {
        body: row.body,
        etag: row.etag ?? undefined,
        lastModified: row.last_modified ?? undefined,
        fetchedAtMs: row.fetched_at.getTime(),
        confirmedAtMs: row.confirmed_at.getTime(),
      };
    },
    write: async (id, { body, etag, lastModified, fetchedAtMs, confirmedAtMs }) => {
      await rows(
        `insert into private.threat_feeds (id, body, etag, last_modified, fetched_at, confirmed_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do update set body = excluded.body, etag = excluded.etag, last_modified = excluded.last_modified,
           fetched_at = excluded.fetched_at, confirmed_at = excluded.confirmed_at`,
        [id, Buffer.from(body), etag ?? null, lastModified ?? null, new Date(fetchedAtMs), new Date(confirmedAtMs)],
      );
    },
  };
}

/** What the owner has, and what OSV said of it. */
function inventoryStore(rows: QueryRows): Pick<ThreatStore, 'packageInventories' | 'packagesOf' | 'products' | 'matches' | 'keepMatches'> {
  return {
    packageInventories: async () => {
      const found = await rows<{
        id: string;
        name: string;
        digest: string;
        checked_at: Date | null;
        package_count: number;
        left_out: string | null;
      }>(
        `select inventory.id, inventory.name, md5(inventory.packages) as digest, inventory.left_out,
           coalesce(array_length(string_to_array(inventory.packages, E'\\n'), 1), 0) as package_count,
           case when kept.packages_digest = md5(inventory.packages) then kept.checked_at end as checked_at
         from public.threat_inventories inventory left join private.threat_matches kept on kept.inventory_id = inventory.id
         where inventory.kind = 'packages' and ${ofOwner} order by inventory.created_at, inventory.id`,
      );
      return found.map(({ id, name, digest, checked_at: checkedAt, package_count: packageCount, left_out: leftOut }) => ({
        id,
        name,
        digest,
        checkedAtMs: checkedAt?.getTime(),
        packageCount,
        leftOut,
      }));
    },
    packagesOf: async (id) => {
      const [row] = await rows<{ packages: string }>('select packages from public.threat_inventories where id = $1', [id]);
      return readPackages(row?.packages ?? '');
    },
    products: async () =>
      (await rows<{ name: string }>(`select name from public.threat_inventories inventory where kind = 'product' and ${ofOwner}`)).map(
        ({ name }) => name,
      ),
    matches: async () => {
      const found = await rows<{ inventory_id: string; checked_at: Date; is_current: boolean; matches: readonly PackageMatch[] }>(
        `select kept.inventory_id, kept.checked_at, kept.matches, kept.packages_digest = md5(inventory.packages) as is_current
         from private.threat_matches kept join public.threat_inventories inventory on inventory.id = kept.inventory_id where ${ofOwner}`,
      );
      return found.map((row) => ({
        inventoryId: row.inventory_id,
        checkedAtMs: row.checked_at.getTime(),
        isCurrent: row.is_current,
        matches: row.matches,
      }));
    },
    keepMatches: async ({ id, digest }, matches, checkedAtMs) => {
      // The inventory may have been deleted for good while it was asked for.
      await rows(
        `insert into private.threat_matches (inventory_id, packages_digest, checked_at, matches)
         select $1, $2, $3, $4 where exists (select from public.threat_inventories where id = $1)
         on conflict (inventory_id) do update set packages_digest = excluded.packages_digest, checked_at = excluded.checked_at,
           matches = excluded.matches`,
        [id, digest, new Date(checkedAtMs), JSON.stringify(matches)],
      );
    },
  };
}

/** What OSV and CISA said of single weaknesses. */
function answerStore(rows: QueryRows): Pick<ThreatStore, 'advisories' | 'keepAdvisories' | 'assessments' | 'keepAssessment'> {
  return {
    advisories: async (ids) =>
      (
        await rows<{ id: string; modified: string; facts: Omit<KeptAdvisory, 'modified'> }>(
          'select id, modified, facts from private.threat_advisories where id = any($1)',
          [ids],
        )
      ).map(({ id, modified, facts }) => ({ ...facts, id, modified })),
    keepAdvisories: async (advisories) => {
      await rows(
        `insert into private.threat_advisories (id, modified, facts)
         select id, modified, facts from jsonb_to_recordset($1) as given (id text, modified text, facts jsonb)
         on conflict (id) do update set modified = excluded.modified, facts = excluded.facts`,
        [JSON.stringify(advisories.map(({ id, modified, ...facts }) => ({ id, modified, facts })))],
      );
      await rows(
        `delete from private.threat_advisories advisory where not exists (
           select from private.threat_matches kept, jsonb_array_elements(kept.matches) one where one -> 'advisories' ? advisory.id)`,
      );
    },
    assessments: async () =>
      (
        await rows<{ cve: string; points: SsvcPoints | null; asked_at: Date }>(
          'select cve, points, asked_at from private.threat_assessments',
        )
      ).map(({ cve, points, asked_at: askedAt }) => ({ cve, points: points ?? undefined, askedAtMs: askedAt.getTime() })),
    keepAssessment: async (cve, points, askedAtMs) => {
      await rows(
        `insert into private.threat_assessments (cve, points, asked_at) values ($1, $2, $3)
         on conflict (cve) do update set points = excluded.points, asked_at = excluded.asked_at`,
        [cve, points === undefined ? null : JSON.stringify(points), new Date(askedAtMs)],
      );
    },
  };
}
