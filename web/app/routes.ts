import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { tools } from '../../tools/registry.ts';
import type { Audience, ToolManifest } from '../../tools/tool.ts';

const everyTool: readonly ToolManifest[] = tools;

function toolRoutes(...audiences: readonly Audience[]) {
  return everyTool
    .filter((tool) => audiences.includes(tool.audience))
    .map((tool) => route(tool.id, `../../tools/${tool.id}/page/page.tsx`));
}

// The inner layout holds the error boundary: a failed page leaves the navigation standing, and an error that
// reached the root would be a blank page under Trusted Types. Layouts of every address, and not of none: where the way to a page
// could not be asked for, the router shows that in the boundary of what it knows of the address.
export default [
  route('', 'surfaces/site.tsx', [
    route('', 'surfaces/site-failure.tsx', [
      index('pages/home/page.tsx'),
      route('contact', 'pages/contact/page.tsx'),
      route('cv', 'pages/cv/page.tsx'),
      route('proof', 'pages/proof/page.tsx'),
      route('callback', 'pages/callback/page.tsx'),
      route('wishlist', 'pages/wishlist/page.tsx'),
      route('auth-terminal', 'pages/auth-terminal/page.tsx'),
      route('projects', 'pages/projects/page.tsx'),
      route('projects/:slug', 'pages/case-study/page.tsx'),
      route('writing', 'pages/writing/page.tsx'),
      route('writing/tag/:tag', 'pages/writing/tag.tsx'),
      route('writing/:slug', 'pages/article/page.tsx'),
      route('terminal', 'surfaces/terminal/page.tsx'),
      route('ai-terminal', 'surfaces/ai-terminal/page.tsx'),
      // What the owner's pages learn once their gate is open.
      route('facts.json', 'surfaces/facts.ts'),
      // What the AI terminal answers questions from.
      route('ask.json', 'surfaces/ai-terminal/ask-source.ts'),
      // What the visitor's palette lists.
      route('places.json', 'surfaces/visitor-palette/places.ts'),
      // The server answers here itself, and asks for this page only where it has to refuse.
      route('resume/:file?', 'pages/resume/page.tsx'),
      route('r/:token', 'pages/shared-report/page.tsx'),
      // The server leads on from here itself, and asks for this page only where a link leads nowhere.
      route('s/:slug?', 'pages/closed-link/page.tsx'),
      ...toolRoutes('public', 'look'),
      route('*', 'pages/not-found/page.tsx'),
    ]),
  ]),
  // Without the site's navigation; its windows hold pages that have theirs hidden.
  layout('surfaces/site-failure.tsx', { id: 'desktop-failure' }, [route('desktop', 'surfaces/desktop/page.tsx')]),
  route('', 'surfaces/owner-gate.tsx', [route('dashboard', 'surfaces/dashboard/page.tsx'), ...toolRoutes('owner')]),
] satisfies RouteConfig;
