import type { SettingSectionId } from '../../../../web/app/domains/settings/sections.ts';
import { useServer } from '../server-provider.tsx';

/** Which pages want something of the owner, each with what, in a few words. What the server has not said yet is no need. */
export function useNeeds(): Readonly<Partial<Record<SettingSectionId, string>>> {
  const { facts, session } = useServer();
  const samples = facts.asked.value?.samples.length ?? 0;
  const status = session.asked.value;
  const isBare = status !== undefined && status.factorId === undefined && status.passkeyId === undefined;
  return {
    ...(samples === 0 ? {} : { profile: 'sample content is left' }),
    ...(isBare ? { security: 'no second factor' } : {}),
  };
}
