import { failure, type RestFailure } from '../rest-failure.ts';
import type { ResourceItem } from '../select-list.ts';
import type { ColumnPairs, Relationship } from './relationships.ts';

/** PGRST200: two resources have no relationship, or none that the hint of the select list names. */
export function noRelationship(
  schema: string,
  parent: string,
  { name: child, hint }: Pick<ResourceItem, 'name' | 'hint'>,
  meant: string | null,
): RestFailure {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`;
  return failure(
    400,
    'PGRST200',
    `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
    `Searched for a foreign key relationship between '${parent}' and '${child}'${using} in the schema '${schema}', but no matches were found.`,
    meant,
  );
}

/** PGRST201: two resources have several relationships. `details` is a list of them, as PostgREST has it. */
export function ambiguousRelationship(parent: string, child: string, found: readonly Relationship[]): RestFailure {
  const hints = found.flatMap(({ foreignTable, link }) => {
    if (link.kind === 'function') return [];
    return [`'${foreignTable}!${link.kind === 'junction' ? link.junction : link.constraint}'`];
  });
  return {
    ...failure(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
      null,
      `Try changing '${child}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    ),
    details: found.flatMap(describe),
  };
}

/** 42712, in PostgreSQL's words as PostgREST passes them on: two resources of a select list have one name. */
export function embeddedTwice(table: string, key: string, depth: number): RestFailure {
  return failure(400, '42712', `table name "${table}_${key}_${depth}" specified more than once`);
}

/** PGRST118: rows cannot be ordered by a resource of which each has several. */
export function relatedOrderNotToOne(origin: string, target: string): RestFailure {
  return failure(
    400,
    'PGRST118',
    `A related order on '${target}' is not possible`,
    `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  );
}

/** PGRST127: aggregates in the spread of several rows. */
export const spreadAggregateRefused = failure(
  400,
  'PGRST127',
  'Feature not implemented',
  'Aggregates are not implemented for one-to-many or many-to-many spreads.',
);

/** PGRST123: aggregates are for callers with a session. */
export const aggregatesRefused = failure(400, 'PGRST123', 'Use of aggregate functions is not allowed');

/** PGRST100: what is asked of embedded resources is needed in so many places that the statement would be too long. */
export const tooManyParts = failure(
  400,
  'PGRST100',
  '"failed to parse select parameter" (line 1, column 1)',
  'expecting fewer embedded resources, or fewer filters on them and on whether they are there',
);

/** PGRST100: a caller without a session may not embed so much. */
export function tooMuchEmbedded(depth: number, count: number): RestFailure {
  return failure(
    400,
    'PGRST100',
    '"failed to parse select parameter" (line 1, column 1)',
    `expecting at most ${count} embedded resources, ${depth} deep, without a session`,
  );
}

function describe({ table, foreignTable, link }: Relationship): readonly Readonly<Record<string, string>>[] {
  const embedding = `${table} with ${foreignTable}`;
  if (link.kind === 'function') return [];
  if (link.kind === 'junction') {
    const [here, there] = link.constraints;
    const [own, foreign] = [namesOf(link.columns, 1), namesOf(link.foreignColumns, 1)];
    return [{ cardinality: 'many-to-many', embedding, relationship: `${link.junction} using ${here}${own} and ${there}${foreign}` }];
  }
  const [own, foreign] = [namesOf(link.columns, 0), namesOf(link.columns, 1)];
  const relationship = `${link.constraint} using ${table}${own} and ${foreignTable}${foreign}`;
  return [{ cardinality: link.cardinality, embedding, relationship }];
}

function namesOf(columns: ColumnPairs, side: 0 | 1): string {
  return `(${columns.map((pair) => pair[side]).join(', ')})`;
}
