import type { RequestContext } from '@castellan/platform/core/caller';
import { createFunctionsService, type PlatformFunction } from '@castellan/platform/functions/functions-service';
import { createGateway, type GatewayTools } from './gateway.ts';
import { createGatewaySockets, type GatewaySockets } from './gateway-sockets.ts';
import { createProjectHost } from './project-host.ts';

/** The backend in front of a project, in the shape of the embedded one: functions answer here, the rest is passed on. */
export type ProjectBackend = {
  readonly handle: (request: Request, context: RequestContext) => Promise<Response>;
  readonly realtime: Pick<GatewaySockets, 'accept'>;
  /** Closes the sockets and tells functions that still run to end. */
  readonly stop: () => void;
};

const functionPath = /^\/functions\/v1\/([\w-]+)(?:\/|$)/;

/** Puts gateway, sockets and functions together. */
export function createProjectBackend(
  tools: GatewayTools,
  given: { readonly functions: Readonly<Record<string, PlatformFunction>>; readonly publicUrl: string },
): ProjectBackend {
  const gateway = createGateway(tools);
  const sockets = createGatewaySockets(tools);
  const functions = createFunctionsService(createProjectHost(tools, given.publicUrl), given.functions);
  return {
    handle: async (request, context) => {
      const { pathname } = new URL(request.url);
      const [, name] = functionPath.exec(pathname) ?? [];
      if (name !== undefined && !Object.hasOwn(given.functions, name)) return notWithProject();
      if (pathname.startsWith('/functions/v1')) return functions.handle(request, context);
      return (await gateway.handle(request, context)) ?? Response.json({ message: 'There is nothing at this address.' }, { status: 404 });
    },
    realtime: sockets,
    stop: () => {
      functions.stop();
      sockets.stop();
    },
  };
}

/** A function that wants a database of the server's own. */
function notWithProject(): Response {
  const message = 'This does not run in front of a hosted project yet.';
  return Response.json({ code: 'not_with_a_project', message }, { status: 404, headers: { 'cache-control': 'no-store' } });
}
