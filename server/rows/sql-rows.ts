import type { Queryable } from '@castellan/platform/core/database';
import pg from 'pg';
import type { RowArgument, ServerRows } from './server-rows.ts';

/** The server's rows over its own connection: each call is one statement. `queryable` is connected as `postgres`. */
export function createSqlRows(queryable: Queryable): ServerRows {
  return {
    call: async (name, args, answer) => {
      const given = Object.entries(args);
      const list = given.map(([argument], index) => `${pg.escapeIdentifier(argument)} => $${index + 1}`).join(', ');
      const { rows } = await queryable.query<{ answer: unknown }>(
        `select public.${pg.escapeIdentifier(name)}(${list}) as answer`,
        given.map(([, value]) => textOf(value)),
      );
      return answer.parse(rows[0]?.answer);
    },
  };
}

/** The driver would write a list as an array of PostgreSQL's, which JSON is not. */
function textOf(value: RowArgument): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
