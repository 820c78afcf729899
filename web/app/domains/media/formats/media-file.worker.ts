import { serveFileReader } from '../../exchange/reading/serve-file-reader.ts';
import { type GivenMediaFile, type MediaReading, readMediaFile } from './read-media-file.ts';

serveFileReader<GivenMediaFile, MediaReading>(async ({ file, name, present, wanted, now }) =>
  readMediaFile(name, new Uint8Array(await file.arrayBuffer()), present, wanted, now),
);
