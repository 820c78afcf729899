import { themeOf } from '../../domains/theme/theme.ts';
import type { PageFact } from './site-world.ts';

/** What the router's manifest in the page says; its version is made from the files of the build. */
type BuiltWindow = { readonly __reactRouterManifest?: { readonly version?: string } };

/** What is true of the page at this moment: measured, not claimed. */
export function pageFactsOf(page: Window & BuiltWindow, toolCount: number): readonly PageFact[] {
  const { innerWidth, innerHeight, devicePixelRatio, location, performance } = page;
  const version = page.__reactRouterManifest?.version;
  return [
    { fact: 'host', value: location.host },
    ...(version === undefined ? [] : [{ fact: 'build', value: version }]),
    { fact: 'uptime', value: spanText(performance.now()) },
    { fact: 'tools', value: toolCount },
    { fact: 'theme', value: themeOf(page.document) },
    { fact: 'viewport', value: `${innerWidth} by ${innerHeight}, at ${Number(devicePixelRatio.toFixed(2))}` },
  ];
}

function spanText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
