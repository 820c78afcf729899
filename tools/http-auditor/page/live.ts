import type { ToolLive } from '../../tool-live.ts';

/** HTTP Auditor: what its reports say of the site of the owner's business. */
export const httpAuditorLive: ToolLive = {
  siteFigure: { label: 'Answer', unit: 'ms', place: 'first', load: () => import('./live/site-figure.ts') },
};
