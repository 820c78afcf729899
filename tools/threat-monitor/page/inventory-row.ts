import { z } from 'zod';
import { recordColumns } from '../../../web/app/domains/records/record.ts';

/** A row of `threat_inventories`. `packages` has a line for each package, its parts parted by tabs (`writePackages`). */
export const inventorySchema = z.object({
  ...recordColumns,
  name: z.string().max(120),
  kind: z.enum(['packages', 'product']),
  format: z.string().max(80).default(''),
  packages: z.string().max(1_000_000).default(''),
  /** Components that are not looked up (`writeLeftOut`); null where the file was read before they were counted. */
  left_out: z.string().max(200_000).nullable().default(null),
});
