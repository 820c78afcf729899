/** Scans one host with the HTTP Observatory and prints its verdict as JSON. A process of its own, that trusts the test's certificate. */
import { z } from 'zod';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';

const scannerSchema = z.object({ scan: z.custom<(host: string) => Promise<unknown>>((value) => typeof value === 'function') });

const tools = provideMeasuringTools();
if (!tools.ok) throw new Error(tools.failure.reason);
const scanner = scannerSchema.parse({ ...((await tools.value.load('@mdn/mdn-http-observatory/src/scanner/index.js')) as object) });
process.stdout.write(JSON.stringify(await scanner.scan(process.argv[2] ?? '')));
// The scanner leaves connections open.
process.exit(0);
