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
