/**
 * How the scripts of a visitor's page wait: until something of the page is painted, so that text and pictures have the line to themselves;
 * at the latest after two seconds, and at once where nobody looks, somebody already acts, or nothing is shown before the owner's frame. Buttons pressed meanwhile, forms that
 * only a script can answer, and links that would only load the same page again, are pressed or sent again when the page says
 * that it answers (`site:ready`, entry.client.tsx); other links lead where they lead. What is kept for then is kept from
 * everybody else: React, already listening but not there yet, would come to such a press at once, and the press would count twice.
 */
const waiting = `
const pressed = [];
const remember = (event) => {
  const control = event.target instanceof Element ? event.target.closest('button, a') : null;
  if (control === null) return;
  if (control instanceof HTMLAnchorElement) {
    const leads = control.href !== location.href || control.target !== '' || event.ctrlKey || event.metaKey || event.shiftKey;
    if (leads) return;
    event.preventDefault();
  }
  event.stopImmediatePropagation();
  pressed.push(control);
};
const hold = (event) => {
  if (event.target.hasAttribute('action')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.submitter === null) pressed.push(event.target);
};
addEventListener('click', remember, true);
addEventListener('submit', hold, true);
addEventListener('site:ready', () => {
  removeEventListener('click', remember, true);
  removeEventListener('submit', hold, true);
  for (const control of pressed) if (control.isConnected) control instanceof HTMLFormElement ? control.requestSubmit() : control.click();
}, { once: true });
await new Promise((start) => {
  if (document.visibilityState === 'hidden' || 'owner' in document.documentElement.dataset || !PerformanceObserver.supportedEntryTypes?.includes('paint')) return start();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start();
  }).observe({ type: 'paint', buffered: true });
  for (const act of ['pointerdown', 'keydown', 'visibilitychange']) addEventListener(act, start, { once: true, capture: true });
  setTimeout(start, 2000);
});
`.trim();

/**
 * How one of the owner's pages starts where a worker keeps the release: with the list of every route, which is a file of the release and puts
 * itself in the place of the page's own. A page knows only the way to itself, and would ask the server for the others: in vain while that is
 * away, and a press on a link would end in a blank page.
 */
const wholeList = `
if (navigator.serviceWorker?.controller) await import(window.__reactRouterManifest.url).then(
  () => { window.__reactRouterContext.routeDiscovery = { mode: 'initial' }; },
  () => {},
);
`.trim();

/** The router's start, as it writes it into each page: a module that imports the page's routes, then its entry. */
const opening = /(<script(?: nonce="[^"<>]*")? type="module" async="">);?\n/;
const leading = /^(?:import \* as \w+ from "[^"\n]*";\n?)+/;
const ending = /\nimport\("[^"\n]*"\);<\/script>$/;

const routeImport = /import \* as (\w+) from ("[^"\n]*");/g;

const preload = /<link rel="modulepreload" href="([^"<>]*)"[^<>]*\/>/g;

type Start = { readonly whole: string; readonly tag: string; readonly imports: string; readonly rest: string };

function findStart(html: string): Start | undefined {
  const found = opening.exec(html);
  const from = (found?.index ?? 0) + (found?.[0].length ?? 0);
  const to = html.indexOf('</script>', from);
  if (found === null || to === -1) return undefined;
  const script = `${html.slice(from, to)}</script>`;
  const [imports] = leading.exec(script) ?? [];
  if (imports === undefined || !ending.test(script)) return undefined;
  const [, tag = ''] = found;
  return { whole: `${found[0]}${script}`, tag, imports, rest: script.slice(imports.length) };
}

/**
 * The page with its start: of visitors' pages the scripts are fetched after the first paint instead of before it; the owner's start at once, since
 * of them there is nothing to see before their scripts have asked who looks, and know every route where a worker keeps the release. What runs is
 * the same inline script, which the page's policy names by its hash: nothing is looked up in the document and run. A page whose start is written
 * in another way stays as it is.
 */
export function writeStart(html: string): string {
  const found = findStart(html);
  if (found === undefined) return html;
  if (found.rest.includes('"surfaces/owner-gate"')) return startKept(html, found);
  return startAfterPaint(html, found);
}

function startKept(html: string, { whole }: Start): string {
  const script = whole.replace(ending, (entry) => `\n${wholeList}${entry}`);
  return html.replace(whole, () => script);
}

function startAfterPaint(html: string, { whole, tag, imports, rest }: Start): string {
  const files = [...html.matchAll(preload)].map(([, file]) => file);
  const routes = [...imports.matchAll(routeImport)];
  const names = routes.map(([, name]) => name).join(', ');
  const modules = routes.map(([, , file]) => `import(${file})`).join(', ');
  // Asked for together, or each file would be discovered by reading the one before.
  const fetching = `for (const href of ${JSON.stringify(files)}) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}`;
  const script = `${tag}\n${waiting}\n${fetching}\nconst [${names}] = await Promise.all([${modules}]);\n${rest}`;
  return html.replace(whole, () => script).replaceAll(preload, '');
}
