import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { answerJson } from '../../functions/function-answers.ts';
import { visitorRead } from '../../functions/visitor-function.ts';

/**
 * `GET /functions/v1/setup-state`: whether the setup is open, which is while nobody owns the installation. Says nothing else; the
 * setup itself answers anybody the same. Once there is an owner the database is not asked again: there always will be one.
 */
export function createSetupState(isThere: () => Promise<boolean>): PlatformFunction {
  let isOwned = false;
  return visitorRead(async () => {
    isOwned ||= await isThere();
    return answerJson({ open: !isOwned });
  });
}
