/** Fails where a folder, a function or a component is larger than docs/architecture.md allows. A static check of `npm test`. */
import { root } from './testing/run-program.ts';
import { findOversized, readSources, type SizeException } from './testing/sizes.ts';

/** Whatever is here is to be read as one piece, or cannot be moved. A folder's path, or `file: function`. */
const exceptions: readonly SizeException[] = [
  { place: 'supabase/migrations', reason: 'Migrations are only ever added: one that ran somewhere keeps its name and its place.' },
];

const faults = findOversized(readSources(root), exceptions);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
