import { serveFileReader } from '../../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { readOwnMoney } from './read-own-money.ts';
import { type GivenStatements, type ReadStatements, readStatements } from './read-statements.ts';

serveFileReader<GivenStatements, ReadStatements>(async ({ bytes, choices }) => {
  const own = readOwnMoney(new TextDecoder().decode(bytes));
  return own === undefined ? readStatements(bytes, choices) : { own };
});
