import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, UNSAFE_createRouter, useRouteLoaderData } from 'react-router';
import { publicFactsOf } from '../../lib/site-context.ts';
import { DraftPage } from './draft-page.tsx';
import type { DraftSite } from './draft-site.ts';

type PreviewFrameProps = { readonly site: DraftSite; readonly width: number; readonly title: string };

/**
 * A document of its own, so that the public page's rules for narrow and wide screens hold for the preview's width. It shares this
 * page's style sheets; its links lead nowhere.
 */
export function PreviewFrame({ site, width, title }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const drawn = useRef<ReturnType<typeof draw>>(undefined);
  // The first draft is drawn when the frame is there; later ones go to the same tree, which keeps its place.
  const first = useRef(site);
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (inside == null) return undefined;
    const page = draw(inside, first.current);
    drawn.current = page;
    return page.end;
  }, []);
  useEffect(() => drawn.current?.change(site), [site]);
  useEffect(() => {
    const element = frame.current;
    const holder = element?.parentElement;
    if (element == null || holder == null) return undefined;
    const fit = () => {
      const scale = Math.min(1, holder.clientWidth / width);
      Object.assign(element.style, { width: `${width}px`, height: `${holder.clientHeight / scale}px`, transform: `scale(${scale})` });
    };
    const observer = new ResizeObserver(fit);
    observer.observe(holder);
    return () => observer.disconnect();
  }, [width]);
  return <iframe ref={frame} title={title} className="preview-frame" />;
}

function draw(inside: Document, first: DraftSite) {
  let site = first;
  const stopSheets = shareSheets(inside);
  const stopTheme = shareTheme(inside);
  inside.addEventListener('click', leadNowhere, true);
  const routes = [{ id: 'root', path: '*', loader: () => ({ ...publicFactsOf(site), site }), element: <Drawn /> }];
  const router = UNSAFE_createRouter({ routes, history: standstill }).initialize();
  const root = createRoot(inside.body.appendChild(inside.createElement('div')));
  root.render(<RouterProvider router={router} />);
  return {
    change: (next: DraftSite) => {
      if (next === site) return;
      site = next;
      void router.revalidate();
    },
    end: () => {
      stopSheets();
      stopTheme();
      router.dispose();
      // Not while the page around it is being drawn.
      queueMicrotask(() => root.unmount());
    },
  };
}

type History = Parameters<typeof UNSAFE_createRouter>[0]['history'];

const toPath: History['createHref'] = (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`);

/**
 * A history that stays where it is. The router's own in memory would come with the router's file, which every visitor fetches.
 */
const standstill: History = {
  action: 'POP' as History['action'],
  location: { pathname: '/', search: '', hash: '', state: null, key: 'preview' },
  createHref: toPath,
  createURL: (to) => new URL(toPath(to), window.location.origin),
  encodeLocation: () => ({ pathname: '/', search: '', hash: '' }),
  push: () => undefined,
  replace: () => undefined,
  go: () => undefined,
  listen: () => () => undefined,
};

function Drawn() {
  const data = useRouteLoaderData<{ readonly site: DraftSite }>('root');
  return data === undefined ? null : <DraftPage site={data.site} />;
}

// What is pressed is of the frame's own realm: no class of this one knows it.
function leadNowhere(event: Event): void {
  event.preventDefault();
}

/** Every style sheet of this document, those that come later too. */
function shareSheets(inside: Document): () => void {
  const copy = () => {
    const known = new Set([...inside.querySelectorAll('link')].map(({ href }) => href));
    for (const sheet of document.head.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel="stylesheet"], style')) {
      if (sheet instanceof HTMLLinkElement ? known.has(sheet.href) : sheet.dataset['shared'] !== undefined) continue;
      if (sheet instanceof HTMLStyleElement) sheet.dataset['shared'] = '';
      inside.head.append(inside.importNode(sheet, true));
    }
  };
  copy();
  const observer = new MutationObserver(copy);
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}

function shareTheme(inside: Document): () => void {
  const copy = () => {
    inside.documentElement.className = document.documentElement.className;
    inside.documentElement.lang = document.documentElement.lang;
    inside.documentElement.dataset['motion'] = 'still';
  };
  copy();
  const observer = new MutationObserver(copy);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}
