import type { ToolLive } from '../../tool-live.ts';

/** TLS Inspector: the certificates that end soon, and what its reports say of the site of the owner's business. */
export const tlsInspectorLive: ToolLive = {
  warnings: () => import('./live/warnings.ts'),
  siteFigure: { label: 'Certificate', unit: 'days left', place: 'second', load: () => import('./live/site-figure.ts') },
};
