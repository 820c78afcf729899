import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';

/** A route's module. `frame` stands around visitors' pages, `gate` around the owner's. */
export type BuiltPage = {
  readonly id: string;
  readonly kind: 'frame' | 'gate' | 'visitor' | 'owner';
  readonly isHome: boolean;
  /** The folder of the tool that it belongs to. */
  readonly tool: string | undefined;
};

/** The name of the folder in `tools/` that a path lies in. */
export function toolOf(path: string): string | undefined {
  return /\/tools\/([^/]+)\//.exec(path)?.[1];
}

/** Every page of the routes and what stands around them. A layout around an owner's tool is the gate, with all its pages. */
export function listPages(routes: readonly RouteConfigEntry[], app: string, ownersTools: readonly string[]): readonly BuiltPage[] {
  const pageOf = (file: string, kind: BuiltPage['kind'], isHome = false): BuiltPage => {
    const path = join(app, file);
    return { id: `${path}?__react-router-build-client-route`, kind, isHome, tool: toolOf(path) };
  };
  const isOwners = ({ file, children = [] }: RouteConfigEntry): boolean =>
    ownersTools.includes(toolOf(join(app, file)) ?? '') || children.some(isOwners);
  const below = (route: RouteConfigEntry, isGated: boolean): readonly BuiltPage[] => {
    const { file, index = false, children = [] } = route;
    if (children.length === 0) return [pageOf(file, isGated ? 'owner' : 'visitor', index)];
    const isGate = isGated || isOwners(route);
    return [pageOf(file, isGate ? 'gate' : 'frame'), ...children.flatMap((child) => below(child, isGate))];
  };
  return [pageOf('root.tsx', 'frame'), ...routes.flatMap((route) => below(route, false))];
}
