import { serveFileReader } from '../../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { isSqlite } from '../../../../web/app/domains/exchange/sqlite/is-sqlite.ts';
import { isZip, readBudgetDatabase } from './read-archive.ts';
import { readOwnMoney } from './read-own-money.ts';
import { type GivenStatements, type ReadStatements, readStatements } from './read-statements.ts';

serveFileReader<GivenStatements, ReadStatements>(async ({ bytes, choices }) => {
  const found = isSqlite(bytes) ? { database: bytes } : isZip(bytes) ? readBudgetDatabase(bytes) : undefined;
  if (found !== undefined && 'fault' in found) return found;
  // What reads a database is large, and fetched for one alone.
  if (found !== undefined) return (await import('./actual/read-actual-budget.ts')).readActualBudget(found.database, choices);
  const own = readOwnMoney(new TextDecoder().decode(bytes));
  return own === undefined ? readStatements(bytes, choices) : { own };
});
