import type pg from 'pg';

/** Counts the statements that write to a table from now on, whoever sends them. */
export async function countStatements(superuser: pg.Pool, table: string): Promise<() => Promise<number>> {
  const counter = `counted_${table}`;
  await superuser.query(`
    create sequence ${counter} minvalue 0 start 0;
    create function ${counter}() returns trigger language plpgsql security definer set search_path = public as
      $$ begin perform nextval('${counter}'); return null; end $$;
    create trigger ${counter} after insert or update on public.${table} for each statement execute function ${counter}()`);
  return async () => {
    const { rows } = await superuser.query<{ calls: number }>(`select nextval('${counter}')::int as calls`);
    await superuser.query(`alter sequence ${counter} restart`);
    return rows[0]?.calls ?? 0;
  };
}
