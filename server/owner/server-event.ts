import type { Queryable } from '@castellan/platform/core/database';

/** Something that the server itself saw. Nothing that was typed belongs in it. */
export type ServerEvent = {
  readonly type: 'failed_login' | 'security_event' | 'game_activity' | 'app_activity';
  readonly description: string;
  readonly success: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `many` where it stands for several. */
  readonly address: string;
  readonly userAgent: string;
};

/** Writes a row into the owner's log. `queryable` is connected as `postgres`. */
export async function recordServerEvent(queryable: Queryable, event: ServerEvent): Promise<void> {
  await queryable.query('select private.record_server_event($1, $2, $3, $4, $5, $6)', [
    event.type,
    event.description,
    event.success,
    JSON.stringify(event.metadata),
    event.address === 'many' ? null : event.address,
    event.userAgent.slice(0, 400),
  ]);
}
