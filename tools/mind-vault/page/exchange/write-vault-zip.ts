import { type Zippable, zipSync } from 'fflate';
import type { WrittenFile } from './vault-zip-jobs.ts';

/** What a zip can say of a day. */
const [earliestMs, latestMs] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)];

/** Packs files into a zip: each path and each byte as given, texts as UTF-8. */
export function writeVaultZip(files: readonly WrittenFile[]): Uint8Array {
  const encoder = new TextEncoder();
  const entries = files.map(({ path, content, modifiedMs }) => {
    const mtime = Math.min(latestMs, Math.max(earliestMs, Number.isFinite(modifiedMs) ? modifiedMs : earliestMs));
    return [path, [typeof content === 'string' ? encoder.encode(content) : content, { mtime }]] as const;
  });
  return zipSync(Object.fromEntries(entries) as Zippable);
}
