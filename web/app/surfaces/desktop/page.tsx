import { useEffect, useState } from 'react';
import { headOf } from '../../domains/discovery/page-head.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Route } from './+types/page.ts';
import { AppMark } from './app-mark.tsx';
import { appsFor } from './desktop-apps.ts';
import { DesktopScreen } from './desktop-screen.tsx';
import './desktop.css';

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/desktop',
    title: `Desktop · ${name}`,
    description: `The site of ${name} in windows: pages, tools and games side by side, in a layout that a link can carry.`,
  }));
}

export default function DesktopPage() {
  const isLive = useOwnDocument();
  return (
    <main id="main">
      <VisuallyHidden>
        <h1>Desktop</h1>
      </VisuallyHidden>
      <noscript>
        <WithoutDesktop />
      </noscript>
      <DesktopScreen isLive={isLive} />
    </main>
  );
}

/** The visitor's apps as links, where no script runs. */
function WithoutDesktop() {
  return (
    <div className="desktop-without">
      <p className="lettering text-2xl">Desktop</p>
      <p className="mt-3">The desktop needs JavaScript. You can also open each of its pages on its own.</p>
      <ul>
        {appsFor(false).map((app) => (
          <li key={app.path}>
            <a href={app.path}>
              <AppMark app={app} />
              <span>
                <strong>{app.title}</strong>
                <small>{app.summary}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * True once the page runs in a document that was asked for as the desktop. Only that one's policy lets it hold windows: who
 * came by a link within the site has the document of another page, which is loaded again.
 */
function useOwnDocument(): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const [asked] = performance.getEntriesByType('navigation');
    if (asked !== undefined && new URL(asked.name).pathname !== window.location.pathname) window.location.reload();
    else setLive(true);
  }, []);
  return isLive;
}
