import type { ToolManifest } from '../tool.ts';

/** API Lab: what routes, cards and commands need to know of it. */
export const apiLab = {
  id: 'api-lab',
  title: 'API Lab',
  summary:
    'Send requests, check their answers, run collections. From your own browser; the owner may also send through this site’s server.',
  icon: 'plugs-connected',
  audience: 'public',
  framesSender: true,
  terminal: { command: 'api-lab', aliases: ['api'] },
  stores: { api_lab_workspace: 'Requests and environments in API Lab, with the secrets typed into them' },
} as const satisfies ToolManifest;
