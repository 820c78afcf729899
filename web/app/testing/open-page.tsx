import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject, useLoaderData, useMatches, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import profile from '../../../content/profile.json' with { type: 'json' };
import type { PublicFacts } from '../lib/site-context.ts';
import Root from '../root.tsx';

type PageModule = { readonly default: ComponentType<never> };

const { name, givenNames, familyName, initials, blogUrl, businessUrl, copyrightYear } = profile;

/** What the server tells every page. */
export const publicFacts: PublicFacts = {
  publishableKey: 'sb_publishable_test',
  publicUrl: 'https://castellan.test',
  owner: { name, givenNames, familyName, initials, blogUrl, businessUrl, copyrightYear },
};

/** A page's module as a route, with what its loader would give. */
export function pageRoute(path: string, { default: Page }: PageModule, loaderData: unknown = null): RouteObject {
  const Body = Page as ComponentType<Record<string, unknown>>;
  function Component() {
    return <Body loaderData={useLoaderData()} params={useParams()} matches={useMatches()} />;
  }
  return { path, loader: () => loaderData, Component };
}

/** Opens routes at an address, inside what stands around every page of the app. The address bar is the real one. */
export async function openPage(address: string, routes: readonly RouteObject[], facts: PublicFacts = publicFacts) {
  history.replaceState(null, '', address);
  const root: RouteObject = {
    id: 'root',
    loader: () => facts,
    shouldRevalidate: () => false,
    Component: Root,
    HydrateFallback: () => null,
    children: [...routes, { path: '*', element: null }],
  };
  const router = createBrowserRouter([root], { hydrationData: { loaderData: { root: facts } } });
  onTestFinished(async () => {
    await cleanup();
    router.dispose();
  });
  const screen = await render(<RouterProvider router={router} />);
  return { ...screen, router };
}
