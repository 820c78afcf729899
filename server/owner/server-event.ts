import { z } from 'zod';
import type { ServerRows } from '../rows/server-rows.ts';

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

/** Writes a row into the owner's log, where there is an owner. */
export async function recordServerEvent(rows: ServerRows, event: ServerEvent): Promise<void> {
  const args = {
    activity_type: event.type,
    activity_description: event.description,
    success: event.success,
    metadata: event.metadata,
    address: event.address === 'many' ? null : event.address,
    user_agent: event.userAgent.slice(0, 400),
  };
  await rows.call('server_record_event', args, z.uuid().nullable());
}
