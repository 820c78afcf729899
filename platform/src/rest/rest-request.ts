import type pg from 'pg';
import type { Caller } from '../core/caller.ts';
import type { ReadBody } from '../core/capped-body.ts';
import type { RequestFacts } from '../core/run-as.ts';
import type { Representation } from './media-type.ts';
import type { Preferences } from './preferences.ts';
import type { QueryParameters } from './query-parameters.ts';
import type { RowRange } from './row-range.ts';
import type { SchemaCache } from './schema-cache.ts';

/** A request whose head has been understood; its body has not been read. */
export type RestRequest = {
  readonly http: Request;
  readonly readBody: ReadBody;
  readonly method: string;
  readonly caller: Caller;
  readonly facts: RequestFacts;
  readonly pool: pg.Pool;
  /** Whether rows may be summed up for the caller. */
  readonly mayAggregate: boolean;
  /** The exposed schema that is asked. */
  readonly schema: string;
  readonly schemaCache: SchemaCache;
  readonly parameters: QueryParameters;
  readonly preferences: Preferences;
  readonly representation: Representation;
  readonly range: RowRange;
};
