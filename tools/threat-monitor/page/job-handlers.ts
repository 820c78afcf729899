import { fail, succeed } from '@castellan/foundation/result';
import type { JobHandlers } from '../../../web/app/lib/workers/worker-job.ts';
import { counted } from '../knowledge/counted.ts';
import { maxInventoryBytes, parseInventory } from '../knowledge/inventory/parse-inventory.ts';
import { describeLeftOut, readLeftOut, writeLeftOut, writePackages } from '../knowledge/inventory.ts';
import type { ReadInventoryJobs } from './read-inventory-jobs.ts';

const maxPackagesText = 1_000_000;

const refuse = (message: string) => fail({ code: 'refused' as const, message });

/** The jobs of the Worker. A file of which nothing can be looked up is refused with the reasons. */
export function createJobHandlers(): JobHandlers<ReadInventoryJobs> {
  return {
    read: async (given) => {
      if (typeof given !== 'string' && given.size > maxInventoryBytes) return refuse('The file is larger than 50 MB.');
      const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : new Uint8Array(await given.arrayBuffer());
      const read = await parseInventory(bytes);
      if (!read.ok) return refuse(read.failure.message);
      const { format, packages, leftOut } = read.value;
      if (packages.length + leftOut.length === 0) return refuse(`The file (${format}) names no component.`);
      const stored = writeLeftOut(leftOut);
      const words = describeLeftOut(readLeftOut(stored));
      if (packages.length === 0 && !leftOut.some(({ reason }) => reason === 'cpe'))
        return refuse(`No component of the file (${format}) can be looked up. It has ${words}.`);
      const text = writePackages(packages);
      if (text.length > maxPackagesText)
        return refuse(`The names and versions of ${counted(packages.length, 'package')} take more than 1,000,000 characters.`);
      return succeed({
        format,
        packages: text,
        packageCount: packages.length,
        leftOut: stored,
        leftOutCount: leftOut.length,
        leftOutWords: leftOut.length === 0 ? '' : words,
      });
    },
  };
}
