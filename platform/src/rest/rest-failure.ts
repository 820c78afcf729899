/** A refusal in PostgREST's shape: what the client reads, and the status it comes with. */
export type RestFailure = {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** A text, or a list of things to choose from. */
  readonly details: string | readonly Readonly<Record<string, string>>[] | null;
  readonly hint: string | null;
  /** Sent besides the usual headers, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Makes a refusal. */
export function failure(
  status: number,
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
): RestFailure {
  return { status, code, message, details, hint };
}

/** PGRST100: a query parameter cannot be parsed. `position` counts characters from 0. */
export function unparsable(label: string, position: number, details: string): RestFailure {
  return failure(400, 'PGRST100', `"${label}" (line 1, column ${position + 1})`, details);
}

/** PGRST101: a function is called by GET, HEAD or POST only. */
export function wrongFunctionMethod(method: string): RestFailure {
  return failure(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
}

/** PGRST102: the body is not what its content type says, or not of a type that is taken. */
export function badBody(message: string): RestFailure {
  return failure(400, 'PGRST102', message);
}

/** The body is longer than `limitBytes`. PostgREST has no such limit; the hosted gateway before it has. */
export function bodyTooLarge(limitBytes: number): RestFailure {
  return failure(413, '413', 'Request body too large', `The body may have ${limitBytes} bytes at most.`);
}

/** The body broke off: its sender has most likely gone. */
export const bodyInterrupted = failure(400, '400', 'Request body ended early');

/** All memory that bodies may take is taken. PostgREST has no such limit; the hosted gateway before it has. */
export const tooManyBodies: RestFailure = {
  ...failure(429, '429', 'Too many requests', 'The server is reading too much at the moment.'),
  headers: { 'retry-after': '1' },
};

/** Callers without a session ask more than their lane takes. PostgREST has no such limit; the hosted gateway before it has. */
export const tooManyRequests: RestFailure = {
  ...failure(429, '429', 'Too many requests', 'Requests without a session come too fast.'),
  headers: { 'retry-after': '1' },
};

/** The query string is longer than `limit` characters. */
export function queryTooLong(limit: number): RestFailure {
  return failure(414, '414', 'Request address too long', `The query string may have ${limit} characters at most.`);
}

/** PGRST103: the rows asked for cannot exist. */
export function rangeNotSatisfiable(details: string): RestFailure {
  return failure(416, 'PGRST103', 'Requested range not satisfiable', details);
}

/** PGRST105: a PUT names its one row by the whole primary key and nothing else. */
export const wrongPutFilters = failure(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators");

/** PGRST106: only these schemas are served. */
export function wrongSchema(schema: string, exposed: readonly string[]): RestFailure {
  const hint = `Only the following schemas are exposed: ${exposed.join(', ')}`;
  return failure(406, 'PGRST106', `Invalid schema: ${schema}`, null, hint);
}

/** PGRST107: none of the wanted media types can be made. */
export function notAcceptable(wanted: readonly string[]): RestFailure {
  return failure(406, 'PGRST107', `None of these media types are available: ${wanted.join(', ')}`);
}

/** PGRST108: a filter, order or limit names a resource that is not embedded, or that has another name there (`alias`). */
export function notEmbedded(resource: string, alias?: string): RestFailure {
  const message = `'${resource}' is not an embedded resource in this request`;
  if (alias === undefined) {
    return failure(400, 'PGRST108', message, null, `Verify that '${resource}' is included in the 'select' query parameter.`);
  }
  const details = 'Target names are not allowed in filters if they have an alias';
  return failure(400, 'PGRST108', message, details, `Change '${resource}' to '${alias}' in filters, orders or limits.`);
}

/** PGRST114: a PUT concerns one row, so it has no range. */
export const limitedPut = failure(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');

/** PGRST115: the body of a PUT is another row than the one its address names. */
export const putMismatch = failure(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');

/** PGRST116: one row was asked for and there is not exactly one. */
export function notSingular(rowCount: number): RestFailure {
  return failure(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', `The result contains ${rowCount} rows`);
}

/** PGRST117: no such method. */
export function wrongMethod(method: string): RestFailure {
  return failure(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
}

/** PGRST122: `handling=strict` with a preference that is not known. */
export function unknownPreferences(names: readonly string[]): RestFailure {
  return failure(400, 'PGRST122', 'Invalid preferences given with handling=strict', `Invalid preferences: ${names.join(', ')}`);
}

/** PGRST124: a strict request would have changed more rows than it allowed. */
export function tooManyAffected(rowCount: number): RestFailure {
  return failure(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', `The query affects ${rowCount} rows`);
}

/** PGRST125: the path names neither a table nor a function. */
export const wrongPath = failure(404, 'PGRST125', 'Invalid path specified in request URL');

/** PGRST126: the root describes what a signed-in caller may use, and tells nobody else of it. */
export const rootDisabled = failure(404, 'PGRST126', 'Root endpoint metadata is disabled');

/** PGRST128: `max-affected` on a function that returns one value. */
export const maxAffectedNeedsSet = failure(
  400,
  'PGRST128',
  'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
);

/**
 * PGRST202: no function of that name takes these arguments (`undefined`: the call brought a body that is no JSON), nor the
 * whole body as a parameter of the type `whole`.
 */
export function functionNotFound(
  { schema, name }: { readonly schema: string; readonly name: string },
  argumentNames: readonly string[] | undefined,
  whole: string | undefined,
): RestFailure {
  const list = (argumentNames ?? []).join(', ');
  const none = argumentNames?.length === 0;
  const called = argumentNames === undefined ? '' : none ? ' without parameters' : `(${list})`;
  const named = argumentNames === undefined || none ? '' : ` with parameter${argumentNames.length > 1 ? 's' : ''} ${list}`;
  const searched = none ? ' without parameters' : named;
  const unnamed = whole === undefined ? '' : `${argumentNames === undefined ? '' : ' or'} with a single unnamed ${whole} parameter`;
  return failure(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${called} in the schema cache`,
    `Searched for the function ${schema}.${name}${searched}${unnamed}, but no matches were found in the schema cache.`,
  );
}

/** PGRST203: several functions of that name take these arguments. */
export function functionAmbiguous(signatures: readonly string[]): RestFailure {
  return failure(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}

/** PGRST204: the body or `columns` names a column that the table lacks. */
export function unknownBodyColumn(table: string, column: string): RestFailure {
  return failure(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`);
}

/** PGRST205: no such table or view. `similar` is one that may have been meant. */
export function tableNotFound(schema: string, table: string, similar: string | undefined): RestFailure {
  const hint = similar === undefined ? null : `Perhaps you meant the table '${schema}.${similar}'`;
  return failure(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, null, hint);
}

/** 42703, in PostgreSQL's words: a filter, an order or a select list names a column that is not there. */
export function undefinedColumn(table: string, column: string): RestFailure {
  return failure(400, '42703', `column ${table}.${column} does not exist`);
}

/** 42704, in PostgreSQL's words: a cast to a type that is not among those allowed. */
export function undefinedType(type: string): RestFailure {
  return failure(400, '42704', `type "${type}" does not exist`);
}

/** 21000, as the hosted service's `safeupdate` says it: a write to every row of a table is refused. */
export function unfilteredWrite(statement: 'UPDATE' | 'DELETE'): RestFailure {
  return failure(400, '21000', `${statement} requires a WHERE clause`);
}

/** The one answer to a fault of ours: the log has what happened, the client has not. */
export const internalFault = failure(500, 'PGRSTX00', 'Internal server error');
