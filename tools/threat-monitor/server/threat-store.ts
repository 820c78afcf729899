import { z } from 'zod';
import { bytes, bytesSchema, instant, instantSchema, nothing, type ServerRows } from '../../../server/rows/server-rows.ts';
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

const feedSchema = z
  .object({
    body: bytesSchema,
    etag: z.string().nullable(),
    last_modified: z.string().nullable(),
    fetched_at: instantSchema,
    confirmed_at: instantSchema,
  })
  .nullable();

const inventoriesSchema = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    digest: z.string(),
    checked_at: instantSchema.nullable(),
    package_count: z.int(),
    left_out: z.string().nullable(),
  }),
);

const matchesSchema = z.array(
  z.object({
    inventory_id: z.uuid(),
    checked_at: instantSchema,
    is_current: z.boolean(),
    matches: z.custom<readonly PackageMatch[]>(Array.isArray),
  }),
);

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const advisoriesSchema = z.array(
  z.object({ id: z.string(), modified: z.string(), facts: z.custom<Omit<KeptAdvisory, 'id' | 'modified'>>(isObject) }),
);

const assessmentsSchema = z.array(
  z.object({ cve: z.string(), points: z.custom<SsvcPoints>(isObject).nullable(), asked_at: instantSchema }),
);

/** Keeps everything in the database. */
export function createThreatStore(rows: ServerRows): ThreatStore {
  return { feeds: feedStore(rows), ...inventoryStore(rows), ...answerStore(rows) };
}

function feedStore(rows: ServerRows): FeedStore {
  return {
    read: async (id) => {
      const kept = await rows.call('server_threat_feed', { id }, feedSchema);
      if (kept === null) return undefined;
      return {
        body: kept.body,
        etag: kept.etag ?? undefined,
        lastModified: kept.last_modified ?? undefined,
        fetchedAtMs: kept.fetched_at,
        confirmedAtMs: kept.confirmed_at,
      };
    },
    write: async (id, { body, etag, lastModified, fetchedAtMs, confirmedAtMs }) => {
      const args = {
        id,
        body: bytes(body),
        etag: etag ?? null,
        last_modified: lastModified ?? null,
        fetched_at: instant(fetchedAtMs),
        confirmed_at: instant(confirmedAtMs),
      };
      await rows.call('server_keep_threat_feed', args, nothing);
    },
  };
}

/** What the owner has, and what OSV said of it. */
function inventoryStore(rows: ServerRows): Pick<ThreatStore, 'packageInventories' | 'packagesOf' | 'products' | 'matches' | 'keepMatches'> {
  return {
    packageInventories: async () => {
      const found = await rows.call('server_threat_inventories', {}, inventoriesSchema);
      return found.map(({ checked_at: checkedAt, package_count: packageCount, left_out: leftOut, ...inventory }) => ({
        ...inventory,
        checkedAtMs: checkedAt ?? undefined,
        packageCount,
        leftOut,
      }));
    },
    packagesOf: async (id) => readPackages((await rows.call('server_threat_packages', { inventory_id: id }, z.string().nullable())) ?? ''),
    products: () => rows.call('server_threat_products', {}, z.array(z.string())),
    matches: async () => {
      const found = await rows.call('server_threat_matches', {}, matchesSchema);
      return found.map((kept) => ({
        inventoryId: kept.inventory_id,
        checkedAtMs: kept.checked_at,
        isCurrent: kept.is_current,
        matches: kept.matches,
      }));
    },
    // The inventory may have been deleted for good while it was asked for.
    keepMatches: async ({ id, digest }, matches, checkedAtMs) => {
      const args = { inventory_id: id, packages_digest: digest, checked_at: instant(checkedAtMs), matches };
      await rows.call('server_keep_threat_matches', args, nothing);
    },
  };
}

/** What OSV and CISA said of single weaknesses. */
function answerStore(rows: ServerRows): Pick<ThreatStore, 'advisories' | 'keepAdvisories' | 'assessments' | 'keepAssessment'> {
  return {
    advisories: async (ids) =>
      (await rows.call('server_threat_advisories', { ids }, advisoriesSchema)).map(({ id, modified, facts }) => ({
        ...facts,
        id,
        modified,
      })),
    keepAdvisories: async (advisories) => {
      const given = advisories.map(({ id, modified, ...facts }) => ({ id, modified, facts }));
      await rows.call('server_keep_threat_advisories', { advisories: given }, nothing);
    },
    assessments: async () =>
      (await rows.call('server_threat_assessments', {}, assessmentsSchema)).map(({ cve, points, asked_at: askedAtMs }) => ({
        cve,
        points: points ?? undefined,
        askedAtMs,
      })),
    keepAssessment: async (cve, points, askedAtMs) => {
      await rows.call('server_keep_threat_assessment', { cve, points: points ?? null, asked_at: instant(askedAtMs) }, nothing);
    },
  };
}
