import { type ReactNode, useState } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { tools } from '../../tools/registry.ts';
import type { ToolManifest } from '../../tools/tool.ts';
import type { Route } from './+types/root.ts';
import appStyles from './app.css?url';
import { MotionProvider } from './domains/motion/motion.tsx';
import { useResizeBlock } from './domains/motion/use-resize-block.ts';
import { useAppearance } from './domains/theme/use-appearance.ts';
import { shellMark, wantsFactsAt } from './lib/shell.ts';
import { type FootTool, publicFactsOf, shellFactsOf, siteOf } from './lib/site-context.ts';
import textAddress from './ui/fonts/archivo-text.woff2?url';
import wideAddress from './ui/fonts/archivo-wide.woff2?url';
import monoAddress from './ui/fonts/azeret-mono.woff2?url';
import { RouteProgress } from './ui/route-progress.tsx';
import { ToastProvider } from './ui/toast/toast-region.tsx';
import { useRouteFocus } from './ui/use-route-focus.ts';
import visitorStyles from './visitor.css?url';

export const links: Route.LinksFunction = () => [
  // Text, headings and the machine-readable line stand above the fold of every page.
  ...[textAddress, wideAddress, monoAddress].map(
    (href) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const,
  ),
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
];

/** The public facts that every page may need. A page of the owner's comes without. */
export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return site.isShell === true ? shellFactsOf(site) : { ...publicFactsOf(site), tools: footTools(tools) };
}

/** The tools that are not the owner's alone: here, so that no browser fetches the list of all tools for its sake. */
function footTools(all: readonly ToolManifest[]): readonly FootTool[] {
  return all.flatMap(({ id, title, audience, isGame }) => {
    if (audience === 'owner') return [];
    const use = isGame === true ? 'play' : 'work';
    return [{ id, title, use: audience === 'look' ? 'record' : use }];
  });
}

/** For the pages that do not name themselves. */
export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.owner.name ?? '' }];
}

/** Nothing in it changes while the page lives, once it is there. */
export function shouldRevalidate({ nextUrl }: ShouldRevalidateFunctionArgs) {
  return wantsFactsAt(nextUrl.pathname);
}

/** The document around every page. No inline script is made here: React would need markup that Trusted Types refuse. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    // The boot script puts the kept theme's class here before React sees the document.
    <html lang="en" className="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        {data === undefined ? null : (
          <meta
            name="backend-key"
            content={data.publishableKey}
            data-kind={data.backendKind}
            {...(data.isShell === true ? shellMark(data.ownersPaths) : {})}
          />
        )}
        {data?.owner.hasWriting === true ? <FeedLinks name={data.owner.name} /> : null}
        <Meta />
        <StyleSheet />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** By these, readers of feeds find the articles from any page. */
function FeedLinks({ name }: { readonly name: string }) {
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={`Writing · ${name}`} href="/feed.xml" />
      <link rel="alternate" type="application/rss+xml" title={`Writing · ${name} (RSS)`} href="/rss.xml" />
    </>
  );
}

/**
 * The sheet of a visitor's page, or the one of the owner's pages, which holds the other's utilities too. A sheet stays once it came, and
 * of two with the same utilities the later wins: whoever has the owner's gets no other one after it.
 */
function StyleSheet() {
  const isOwners = useMatches().some(({ id }) => id === 'surfaces/owner-gate');
  const [whole, setWhole] = useState(isOwners);
  if (isOwners && !whole) setWhole(true);
  const address = whole ? appStyles : visitorStyles;
  return <link key={address} rel="stylesheet" href={address} precedence="app" />;
}

export default function Root() {
  useResizeBlock();
  useAppearance();
  useRouteFocus();
  return (
    <MotionProvider>
      <ToastProvider>
        <RouteProgress />
        <Outlet />
      </ToastProvider>
    </MotionProvider>
  );
}
