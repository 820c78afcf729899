import { migrateProject } from '@castellan/platform/cluster/migrate-project';
import { productMigrations } from '../database/migration-sources.ts';
import { reachDatabase } from '../database/open-shared-database.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run project -- migrate    brings the database of a hosted project up to date: BACKEND_DATABASE_URL says where it is`;

await runCommand(async ({ projectDatabase }) => {
  const [command, ...rest] = process.argv.slice(2);
  if (command === '--help') return print(usage);
  if (command !== 'migrate' || rest.length > 0) throw new CommandError(usage);
  if (projectDatabase === undefined) throw new CommandError(`BACKEND_DATABASE_URL is not set.\n${usage}`);
  const address = await reachDatabase(projectDatabase, 'BACKEND_DATABASE_URL');
  const applied = await migrateProject(address, [productMigrations]);
  for (const name of applied) print(`applied ${name}`);
  print(applied.length === 0 ? 'The project was up to date.' : 'The project is up to date.');
}, 'runs');
