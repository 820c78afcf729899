import { createQuietLog } from '../../quiet-log.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createBookDatabase } from './book-database.ts';
import { createCoverStore } from './cover-store.ts';
import { createFilmDatabase } from './film-database.ts';
import {
  createCoverFunction,
  createCoversFunction,
  createLookUpFunction,
  createMediaKeyFunction,
  type MediaPorts,
} from './media-functions.ts';
import { createMediaKeyStore } from './media-key-store.ts';

/** Looks films and books up for the owner, and keeps their covers. */
export function cataloguesHalf(
  ports: Pick<ServerPorts, 'settings' | 'reads' | 'rows' | 'clock' | 'randomBytes' | 'log' | 'keys' | 'publicUrl'>,
): OpenHalf {
  const { settings, reads, clock, randomBytes, keys, publicUrl, rows } = ports;
  const { filmDatabaseUrl, filmImagesUrl, bookDatabaseUrl, bookCoversUrl } = settings.media;
  const log = createQuietLog(ports.log, clock);
  const parts: MediaPorts = {
    films: filmDatabaseUrl === undefined ? undefined : createFilmDatabase({ reads, baseUrl: filmDatabaseUrl, log }),
    books: bookDatabaseUrl === undefined ? undefined : createBookDatabase({ reads, baseUrl: bookDatabaseUrl, askedBy: publicUrl, log }),
    filmKey: createMediaKeyStore({ rows, keys, clock, randomBytes }),
    covers: createCoverStore({ rows, reads, clock, log, filmsUrl: filmImagesUrl, booksUrl: bookCoversUrl }),
    clock,
  };
  return {
    functions: {
      'media-lookup': createLookUpFunction(parts),
      'media-key': createMediaKeyFunction(parts),
      'media-cover': createCoverFunction(parts),
      'media-covers': createCoversFunction(parts),
    },
  };
}
