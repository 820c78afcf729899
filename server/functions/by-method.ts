import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { refuseMethod } from './function-answers.ts';

type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', PlatformFunction>>>;

/**
 * One name that does different things by method. It is open to visitors only where all its parts are, and takes as long a
 * body as the part that takes the longest. HEAD goes where GET does.
 */
export function byMethod(methods: Methods): PlatformFunction {
  const parts = Object.values(methods);
  const allow = Object.keys(methods).join(', ');
  return {
    audience: parts.every(({ audience }) => audience === 'public') ? 'public' : 'owner',
    maximumBodyBytes: Math.max(...parts.map(({ maximumBodyBytes = 0 }) => maximumBodyBytes)),
    handle: async (request, call) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const part = Object.entries(methods).find(([name]) => name === method)?.[1];
      return part === undefined ? refuseMethod(allow) : part.handle(request, call);
    },
  };
}
