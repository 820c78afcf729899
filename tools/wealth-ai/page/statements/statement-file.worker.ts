import { serveFileReader } from '../../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { type GivenStatements, type ReadStatements, readStatements } from './read-statements.ts';

serveFileReader<GivenStatements, ReadStatements>(async ({ bytes, choices }) => readStatements(bytes, choices));
