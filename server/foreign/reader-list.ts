import { radarReaders } from '../../tools/subdomain-radar/server/keyed-sources.ts';
import { threatReaders, threatRowsReaders } from '../../tools/threat-monitor/server/threat-readers.ts';
import { breachRangeReader } from '../features/breaches/breach-range.ts';
import { bookSearchReader, booksReader } from '../features/catalogues/book-database.ts';
import { filmReader, filmSearchReader, showReader } from '../features/catalogues/film-database.ts';
import { uploadedPictureReader } from '../features/content-edit/uploaded-picture-reader.ts';
import { serviceReader } from '../features/integrations/integrations.ts';
import { chatReader } from '../features/model/chat-reader.ts';
import { modelListReader } from '../features/model/connection-functions.ts';
import { shopPageReader } from '../features/wishes/shop-page-reader.ts';
import { blogFeedReader } from '../features/writing/blog-feed-reader.ts';
import { pictureReader } from './picture-reader.ts';
import type { AnyReader, AnyRowsReader, AnyStreamReader } from './reader.ts';

/** Everything that reads what foreign hosts sent. The only list: a process for foreign bytes finds a reader here by its name. */
export const readers: readonly AnyReader[] = [
  blogFeedReader,
  booksReader,
  bookSearchReader,
  breachRangeReader,
  filmReader,
  filmSearchReader,
  modelListReader,
  pictureReader,
  serviceReader,
  shopPageReader,
  showReader,
  uploadedPictureReader,
  ...radarReaders,
  ...threatReaders,
];

/** Everything that reads long lists. */
export const rowsReaders: readonly AnyRowsReader[] = threatRowsReaders;

/** Everything that reads them while they come. */
export const streamReaders: readonly AnyStreamReader[] = [chatReader];
