import * as z from 'zod/mini';
import { recordColumns } from '../../../web/app/domains/records/record.ts';

/** A row of `threat_inventories`. `packages` has a line for each package, its parts parted by tabs (`writePackages`). */
export const inventorySchema = z.object({
  ...recordColumns,
  name: z.string().check(z.maxLength(120)),
  kind: z.enum(['packages', 'product']),
  format: z._default(z.string().check(z.maxLength(80)), ''),
  packages: z._default(z.string().check(z.maxLength(1_000_000)), ''),
  /** Components that are not looked up (`writeLeftOut`); null where the file was read before they were counted. */
  left_out: z._default(z.nullable(z.string().check(z.maxLength(200_000))), null),
});
