import type { ToolLive } from '../../tool-live.ts';

/** TLS Inspector: what its reports say of the site of the owner's business. */
export const tlsInspectorLive: ToolLive = {
  siteFigure: { label: 'Certificate', unit: 'days left', place: 'second', load: () => import('./live/site-figure.ts') },
};
